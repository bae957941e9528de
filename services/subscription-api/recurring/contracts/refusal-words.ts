import type { UserError } from '../../platform/user-errors.ts';
import { placeTexts } from './place.ts';

const unlisted = 'Shopify doesn’t list this order anymore, so it can’t be changed.';
const customerGone = 'This customer is gone from Shopify, so nothing can be sold to them anymore.';

export const refusalTexts = {
  busy: placeTexts.busy,
  changed: placeTexts.changed,
  over: 'This subscription has ended, so it can’t be changed anymore.',
  edited:
    'One of its coming orders was changed by itself, so Shopify takes no change of the subscription until that order is over.',
  outOfBounds:
    'Shopify moves an order only within its own period: after the order before it, and not past its usual day.',
  skipped: 'This order is skipped. Bring it back before you move it.',
  tooFarAhead: 'This order is too far ahead for Shopify. Change it once it comes nearer.',
  tooManyLines: 'Shopify takes no more products in one subscription.',
  currency:
    'Your store doesn’t sell in this subscription’s currency anymore. Turn it on in Shopify, then try again.',
  refused: (message: string) => `Shopify refused this: ${message}`,
} as const;

/** Codes that say by themselves what is wrong. Of the others, only Shopify's sentence does. */
const known: Readonly<Record<string, string>> = {
  BILLING_DATE_SET_ON_SKIPPED: refusalTexts.skipped,
  CONTRACT_TERMINATED: refusalTexts.over,
  CURRENCY_NOT_ENABLED: refusalTexts.currency,
  CUSTOMER_DOES_NOT_EXIST: customerGone,
  CUSTOMER_REDACTED: customerGone,
  CYCLE_INDEX_OUT_OF_RANGE: unlisted,
  CYCLE_NOT_FOUND: unlisted,
  CYCLE_START_DATE_OUT_OF_RANGE: unlisted,
  HAS_FUTURE_EDITS: refusalTexts.edited,
  INCOMPLETE_BILLING_ATTEMPTS: refusalTexts.busy,
  INVALID_CYCLE_INDEX: unlisted,
  OUT_OF_BOUNDS: refusalTexts.outOfBounds,
  STALE_CONTRACT: refusalTexts.changed,
  TOO_MANY_LINES: refusalTexts.tooManyLines,
  UPCOMING_CYCLE_LIMIT_EXCEEDED: refusalTexts.tooFarAhead,
};

export const knownRefusals: readonly string[] = Object.keys(known);

/** The message when Shopify refuses to make or change a subscription or one of its orders. */
export function refusalInWords({ code, message }: Pick<UserError, 'code' | 'message'>): string {
  const words = Object.hasOwn(known, code ?? '') ? known[code ?? ''] : undefined;
  return words ?? refusalTexts.refused(message);
}
