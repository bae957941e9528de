import type { BulkChangeBody, BulkOptions } from '#contract/bulk-change.ts';
import type { BulkChangeName } from '#contract/bulk-change-names.ts';
import { isDay } from '#contract/calendar.ts';
import type { CancelReason } from '#contract/subscription-contract-names.ts';
import { priceRefusal, typedPriceOf } from '#contract/typed-price.ts';
import type { PickedVariant } from '../../recurring-orders/picked-variant.ts';

/** The form's values. Each change uses only its own fields. */
export type Typed = {
  change: BulkChangeName;
  until: string;
  reason: CancelReason | '';
  moveTo: 'earlier' | 'later' | 'day';
  days: string;
  day: string;
  variant: string;
  by: PickedVariant | undefined;
  priceTo: 'amount' | 'percent';
  price: string;
  percent: string;
  currencyCode: string;
};

export const typedAtFirst = ({ variants, currencies }: BulkOptions): Typed => ({
  ...{ change: 'pause', until: '', reason: '', moveTo: 'earlier', days: '1', day: '' },
  ...{ variant: variants[0]?.id ?? '', by: undefined, priceTo: 'percent', price: '', percent: '' },
  currencyCode: currencies[0] ?? 'USD',
});

/** The value of a select, if it is one of these. */
export const oneOf = <Value extends string>(values: readonly Value[], chosen: string) =>
  values.find((value) => value === chosen);

type Field = 'until' | 'days' | 'day' | 'variant' | 'by' | 'price' | 'percent';
export type Refusals = Partial<Record<Field, string>>;

/** `+7.5` as 750 hundredths of a percent; null where it is none, or not between −100 and 1000. */
export function basisPointsOf(text: string): number | null {
  const match = /^([+\-−]?)(\d{1,4})(?:[.,](\d{1,2}))?$/.exec(text.replaceAll(/[\s%]/g, ''));
  if (match === null) return null;
  const [, sign, whole = '', fraction = ''] = match;
  const points = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  const signed = sign === '-' || sign === '−' ? -points : points;
  return signed === 0 || signed < -10_000 || signed > 100_000 ? null : signed;
}

type Read = { body: BulkChangeBody } | { body?: undefined; refusals: Refusals };

/** The request's body, or the refusals of fields that keep it from being sent. */
export function bodyOf(typed: Typed, { variants }: BulkOptions): Read {
  const variant = variants.find(({ id }) => id === typed.variant);
  switch (typed.change) {
    case 'pause':
      if (typed.until === '') return { body: { change: 'pause' } };
      return isDay(typed.until)
        ? { body: { change: 'pause', until: typed.until } }
        : { refusals: { until: 'Pick a day' } };
    case 'resume':
      return { body: { change: 'resume' } };
    case 'cancel': {
      const reason = typed.reason === '' ? {} : { reason: typed.reason };
      return { body: { change: 'cancel', ...reason } };
    }
    case 'move': {
      if (typed.moveTo === 'day') {
        return isDay(typed.day)
          ? { body: { change: 'move', to: { day: typed.day } } }
          : { refusals: { day: 'Pick a day' } };
      }
      const days = /^\d{1,3}$/.test(typed.days.trim()) ? Number(typed.days) : 0;
      if (days < 1 || days > 366) {
        return { refusals: { days: 'Enter a whole number from 1 to 366' } };
      }
      return { body: { change: 'move', to: { days: typed.moveTo === 'earlier' ? -days : days } } };
    }
    case 'replace': {
      if (variant === undefined) return { refusals: { variant: 'Pick a product' } };
      const { by } = typed;
      if (by === undefined) return { refusals: { by: 'Pick the product that replaces it' } };
      const name = by.name.slice(0, 255);
      return { body: { change: 'replace', variant, by: { id: by.id, name } } };
    }
    case 'price': {
      if (variant === undefined) return { refusals: { variant: 'Pick a product' } };
      if (typed.priceTo === 'percent') {
        const basisPoints = basisPointsOf(typed.percent);
        return basisPoints === null
          ? { refusals: { percent: 'Enter a percentage from -100 to 1000, such as 7.5 or -10' } }
          : { body: { change: 'price', variant, to: { basisPoints } } };
      }
      const { price, currencyCode } = typed;
      const amount = typedPriceOf({ price, currencyCode });
      return amount === null
        ? { refusals: { price: priceRefusal(currencyCode) } }
        : { body: { change: 'price', variant, to: { amount, currencyCode } } };
    }
  }
}
