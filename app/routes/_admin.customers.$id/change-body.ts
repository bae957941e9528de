import { isDay } from '#contract/calendar.ts';
import { majorUnitsOf, orderAmountOf } from '#contract/money.ts';
import type { ContractRequest, SubscriptionContract } from '#contract/subscription-contract.ts';
import type { CancelReason } from '#contract/subscription-contract-names.ts';
import { priceRefusal, typedPriceOf } from '#contract/typed-price.ts';
import type { PickedVariant } from '../../recurring-orders/picked-variant.ts';
import { quantityRefusal, typedQuantityOf } from '../../recurring-orders/typed-quantity.ts';
import type { Asking } from './change-words.ts';

/** `product` is what is sold in place of the line's own. */
export type TypedLine = { quantity: string; price: string; product?: PickedVariant };

/** The dialog's values. Each change uses only its own fields. */
export type Typed = {
  day: string;
  /** Whether all after it move with an order. */
  isFollowed: boolean;
  until: string;
  reason: CancelReason | '';
  note: string;
  /** The line and the product of its rotation, such as `7 12`. */
  place: string;
  /** Those that somebody typed into, by the line's id; `price` is in major units. */
  lines: Readonly<Record<string, TypedLine>>;
};

/** Texts beside the fields that can't be sent, by the field's name; a line's is `quantity 7` or `price 7`. */
export type Refusals = Readonly<Record<string, string>>;

export const typedAtFirst = (
  { order, back }: Asking,
  { rotations: [first] }: Pick<SubscriptionContract, 'rotations'>,
): Typed => ({
  ...{ day: order?.day ?? '', isFollowed: false, until: '', reason: '', note: '' },
  lines: back?.lines ?? {},
  place: first === undefined ? '' : `${first.line} ${first.next ?? first.coffees[0]?.id ?? ''}`,
});

/** A line's fields: as typed, or as it stands now where nobody has typed. */
export const lineFieldsOf = (
  typed: Typed,
  { id, quantity, price }: SubscriptionContract['lines'][number],
  currencyCode: string,
): TypedLine =>
  typed.lines[id] ?? { quantity: String(quantity), price: majorUnitsOf(price, currencyCode) };

/** Whether all orders after it can move with it, which may end while its dialog is open. */
export const canBeFollowed = (order: Asking['order']) =>
  order?.changes.includes('move following') ?? false;

/** An order's price with the typed values, in minor units; null while they can't be read. */
export function amountOf(typed: Typed, subscription: SubscriptionContract): number | null {
  const { lines, refusals } = linesOf(typed, subscription);
  if (Object.keys(refusals).length > 0) return null;
  return orderAmountOf(lines, subscription.deliveryPrice);
}

function linesOf(typed: Typed, { lines, currencyCode }: SubscriptionContract) {
  const refusals: Record<string, string> = {};
  const set = lines.map((kept) => {
    const { id } = kept;
    const line = lineFieldsOf(typed, kept, currencyCode);
    const wanted = typedQuantityOf(line.quantity);
    if (wanted === null) refusals[`quantity ${id}`] = quantityRefusal;
    const minor = typedPriceOf({ price: line.price, currencyCode });
    if (minor === null) refusals[`price ${id}`] = priceRefusal(currencyCode);
    const { product } = line;
    return {
      ...{ line: id, quantity: wanted ?? 0, price: minor ?? 0 },
      ...(product !== undefined && { variant: product.id }),
    };
  });
  return { lines: set, refusals };
}

/** The request's body, or the refusals of fields that keep it from being sent. */
export function bodyOf(
  { change, order }: Asking,
  typed: Typed,
  subscription: SubscriptionContract,
): { body: ContractRequest; refusals?: undefined } | { body?: undefined; refusals: Refusals } {
  switch (change) {
    case 'skip':
    case 'unskip':
    case 'bill':
      return { body: { change, cycle: order.cycle } };
    case 'move':
      return isDay(typed.day)
        ? {
            body: {
              change: typed.isFollowed ? 'move following' : change,
              cycle: order.cycle,
              day: typed.day,
            },
          }
        : { refusals: { day: 'Pick a day' } };
    case 'pause':
      if (typed.until === '') return { body: { change } };
      return isDay(typed.until)
        ? { body: { change, until: typed.until } }
        : { refusals: { until: 'Pick a day' } };
    case 'cancel':
      return {
        body: {
          change,
          ...(typed.reason !== '' && { reason: typed.reason }),
          ...(typed.note.trim() !== '' && { note: typed.note.trim() }),
        },
      };
    case 'set lines': {
      const { lines, refusals } = linesOf(typed, subscription);
      if (Object.keys(refusals).length > 0) return { refusals };
      const changed = lines.filter(({ line, quantity, price, variant }) => {
        const kept = subscription.lines.find(({ id }) => id === line);
        return kept?.quantity !== quantity || kept.price !== price || variant !== undefined;
      });
      // Sent all the same where nothing was changed, to be told how it stands.
      return { body: { change, lines: changed.length > 0 ? changed : lines } };
    }
    case 'set place': {
      const [line = '', coffee = ''] = typed.place.split(' ');
      return { body: { change, line, coffee } };
    }
    case 'order':
    case 'resume':
    case 'ask for method':
      return { body: { change } };
  }
}
