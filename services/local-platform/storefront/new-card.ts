import { z } from 'zod';
import type { Platform } from '../server/platform.ts';
import { changePaymentMethod } from '../server/subscription-actions.ts';
import type { PaymentMethod } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { cardNumbered, cardSchema } from './cards.ts';

const typedSchema = z.object({ card: cardSchema });

/** The payment method of a mailed link; undefined for an unknown link, or one of an older mail. */
export function mailedMethod(
  store: Store,
  { method: id, key }: { method?: string; key?: string },
): PaymentMethod | undefined {
  const method = store.tables.paymentMethods.get(Number(id));
  return method?.updateLink?.key === key ? method : undefined;
}

/**
 * Stores the buyer's new card under the same payment method, uses up the link, and announces the change. Ends a revocation.
 * Returns the errors of each field, or null.
 */
export function enterCard(
  platform: Platform,
  store: Store,
  { id: paymentMethodId }: PaymentMethod,
  typed: unknown,
): Readonly<Record<string, string[] | undefined>> | null {
  const read = typedSchema.safeParse(typed);
  if (!read.success) return z.flattenError(read.error).fieldErrors;
  changePaymentMethod(platform, store, {
    paymentMethodId,
    kind: 'CARD',
    ...cardNumbered(read.data.card),
    expiryMonth: 12,
    expiryYear: platform.clock.now().getUTCFullYear() + 3,
    revokedReason: null,
  });
  return null;
}
