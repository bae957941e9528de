import { addressFields, type DeliveryAddress } from '#contract/address-rules.ts';
import type { ContractAddress } from '#contract/delivery-address.ts';
import { formatProduct } from '#contract/format.ts';
import { majorUnitsOf } from '#contract/money.ts';
import type { SubscriptionContract } from '#contract/subscription-contract.ts';
import type { TypedLine } from './change-body.ts';

/** What a change's dialog starts with to put back what was there before. `tag` names what the change made: whatever came after it is refused first. */
type Back = { tag: string };
export type LinesBack = Back & {
  change: 'set lines';
  lines: Readonly<Record<string, TypedLine>>;
};
/** `deliveryPrice` is in minor units. */
export type AddressBack = Back & {
  change: 'set address';
  address: DeliveryAddress;
  deliveryPrice: number;
};

type Answers = Record<'before' | 'after', SubscriptionContract>;

/** Whether the request itself made the change. Somebody else may have made the same before it, which isn't this merchant's to undo. */
function isOwn({ before, after }: Answers, event: 'line changed' | 'address changed'): boolean {
  const told = after.history.find((entry) => entry.event === event);
  return told?.by?.isYou === true && before.history.every(({ id }) => id !== told.id);
}

/** Undoes a change of lines; undefined where nothing does, since nobody knows the product of before. */
export function linesBack({ before, after }: Answers): LinesBack | undefined {
  const { currencyCode } = before;
  const lines: Record<string, TypedLine> = {};
  for (const was of before.lines) {
    const is = after.lines.find(({ id }) => id === was.id);
    const isOther = is?.variant !== was.variant;
    if (is === undefined) continue;
    if (!isOther && is.quantity === was.quantity && is.price === was.price) continue;
    if (isOther && was.variant === null) return undefined;
    lines[was.id] = {
      ...{ quantity: String(was.quantity), price: majorUnitsOf(was.price, currencyCode) },
      ...(isOther &&
        was.variant !== null && { product: { id: was.variant, name: formatProduct(was) } }),
    };
  }
  if (Object.keys(lines).length === 0 || !isOwn({ before, after }, 'line changed'))
    return undefined;
  return { change: 'set lines', tag: after.tag, lines };
}

/**
 * Undoes a change to an address; undefined where nothing does, since it wasn't shipped before. Where an answer was lost, what is known as before may be
 * what was asked for.
 */
export function addressBack(
  { address, deliveryPrice }: ContractAddress,
  asked: { address: DeliveryAddress; price: number | null },
  answers: Answers,
): AddressBack | undefined {
  if (address === null || !isOwn(answers, 'address changed')) return undefined;
  const isAsAsked = addressFields.every((field) => asked.address[field] === address[field]);
  if (isAsAsked && asked.price === deliveryPrice) return undefined;
  return { change: 'set address', tag: answers.after.tag, address, deliveryPrice };
}
