import type { BillingRules, EndRule } from '#contract/billing-rules.ts';
import { formatCount } from '#contract/format.ts';

/** The choices for what finally happens to an order that can't be charged. */
export const endNames: Record<EndRule, string> = {
  skip: 'Skip the order',
  pause: 'Pause the subscription',
  cancel: 'Cancel the subscription',
};

const ends: Record<EndRule, string> = {
  skip: 'the order is skipped',
  pause: 'the subscription is paused',
  cancel: 'the subscription is canceled',
};

/** An hour of the day, from 0 to 23: "10 AM". */
export function hourInWords(hour: number): string {
  return `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** The rules in sentences; `zone` is the name of the store's time zone. */
export function rulesInWords(rules: BillingRules, zone: string): string[] {
  const { hour, catchUpDays, payment, stock, isOversold, asksForMethod } = rules;
  return [
    `Orders are charged on the day they’re due, from ${hourInWords(hour)} on (${zone}).`,
    catchUpDays === 0
      ? 'A missed order always waits for your decision.'
      : `A missed order is still charged for ${daysInWords(catchUpDays)}. After that it waits for your decision.`,
    retriesInWords('A declined card', payment),
    ...(payment.retries === 0 ? [] : [waitInWords(payment)]),
    asksForMethod
      ? 'Customers whose card can’t be charged anymore get an email that asks for another payment method.'
      : 'Customers get no email that asks for another payment method.',
    isOversold
      ? `Products that are out of stock are sold anyway. ${retriesInWords('An order that no location can ship', stock)}`
      : retriesInWords('An order with something out of stock', stock),
    'Retries always end when the subscription’s next order is due.',
  ];
}

type Retries = BillingRules['payment'];

function retriesInWords(what: string, { retries, afterDays, end }: Retries): string {
  if (retries === 0) return `${what} isn’t tried again: ${ends[end]}.`;
  const days = daysInWords(afterDays);
  const again = retries === 1 ? `once more, ${days} later` : `${retries} more times, ${days} apart`;
  return `${what} is tried ${again}; then ${ends[end]}.`;
}

function waitInWords({ retries, afterDays, end }: Retries): string {
  const days = daysInWords(retries * afterDays);
  return `A card that’s declined for good is never tried again: the order waits ${days} for another payment method; then ${ends[end]}.`;
}

function daysInWords(days: number): string {
  return days === 1 ? 'a day' : formatCount(days, 'day');
}
