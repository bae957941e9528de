import { z } from 'zod';
import type { PaymentFate, PaymentMethod } from '../store/records.ts';

/** Cards for customers, each with the outcome of its charges. A checkout's own order is always paid. */
const cards: ReadonlyArray<{ number: string; brand: string; says: string; fate: PaymentFate }> = [
  {
    number: '4242 4242 4242 4242',
    brand: 'visa',
    says: 'every order is paid',
    fate: { kind: 'good' },
  },
  {
    number: '4000 0000 0000 0002',
    brand: 'visa',
    says: 'declined from the next order on',
    fate: { kind: 'declined', code: 'CARD_DECLINED', times: null },
  },
  {
    number: '4000 0000 0000 9995',
    brand: 'visa',
    says: 'too little money for the next order, once',
    fate: { kind: 'declined', code: 'INSUFFICIENT_FUNDS', times: 1 },
  },
  {
    number: '4000 0000 0000 0069',
    brand: 'visa',
    says: 'expired by the next order',
    fate: { kind: 'declined', code: 'EXPIRED_CARD', times: null },
  },
  {
    number: '4000 0025 0000 3155',
    brand: 'visa',
    says: 'the bank asks the customer to confirm, from the next order on',
    fate: { kind: 'challenge' },
  },
  {
    number: '5555 5555 5555 4444',
    brand: 'mastercard',
    says: 'no answer from the next order on',
    fate: { kind: 'silent' },
  },
];
const lastDigitsOf = (number: string) => number.slice(-4);

export const firstCard = lastDigitsOf(cards[0]?.number ?? '');

export const cardSchema = z.enum(
  cards.map(({ number }) => lastDigitsOf(number)),
  'Choose a card',
);

/** The fields of a payment method with that card, found by its last digits. */
export function cardNumbered(
  lastDigits: string,
): Pick<PaymentMethod, 'lastDigits'> & Partial<Pick<PaymentMethod, 'brand' | 'fate'>> {
  const card = cards.find(({ number }) => lastDigitsOf(number) === lastDigits);
  return { lastDigits, ...(card && { brand: card.brand, fate: card.fate }) };
}

/** The field of a page for choosing a card. */
export function cardFields(
  typed: Readonly<Record<string, string>> = { card: firstCard },
  errors: Readonly<Record<string, string[] | undefined>> = {},
) {
  return {
    cards: cards.map(({ number, says }) => ({
      number,
      says,
      value: lastDigitsOf(number),
      selected: typed.card === lastDigitsOf(number),
    })),
    card_error: errors.card?.[0] ?? null,
  };
}
