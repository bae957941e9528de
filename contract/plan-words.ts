import { isDay } from './calendar.ts';
import { formatCount, formatDay, formatMoney, formatNumber, formatPercent } from './format.ts';
import { amountOf, amountOff, decimalOfNumber, decimalsOf } from './money.ts';
import { deliveriesOf, isPaidAtEveryDelivery } from './order-prices.ts';
import type {
  Anchor,
  BillingPolicy,
  DeliveryPolicy,
  Interval,
  PlanTerms,
  PricingPolicy,
  ReadOnlyReason,
} from './selling-plan.ts';

const units: Record<Interval, string> = { DAY: 'day', WEEK: 'week', MONTH: 'month', YEAR: 'year' };

/** "Every week", "Every 2 weeks". */
export function intervalInWords(cycle: { interval: Interval; intervalCount: number }): string {
  const { interval, intervalCount } = cycle;
  return intervalCount === 1
    ? `Every ${units[interval]}`
    : `Every ${intervalCount} ${units[interval]}s`;
}

function amountInWords(
  value: number,
  currencyCode: string,
  inMinorUnits: typeof amountOf | typeof amountOff,
): string {
  const decimals = decimalsOf(currencyCode);
  const decimal = decimalOfNumber(value);
  if (decimals === null || decimal === null) return `${formatNumber(value)} ${currencyCode}`.trim();
  return formatMoney(Number(inMinorUnits(decimal, decimals)), currencyCode);
}

/** A pricing policy in words: "10% off", "$2.50 off", "for $9.00"; undefined if it takes nothing off. */
export function adjustmentInWords(
  policy: Pick<PricingPolicy, 'adjustmentType' | 'adjustmentValue'>,
  currencyCode: string,
): string | undefined {
  const { value } = policy.adjustmentValue;
  if (policy.adjustmentType === 'PRICE')
    return `for ${amountInWords(value, currencyCode, amountOf)}`;
  if (value === 0) return undefined;
  if (policy.adjustmentType === 'PERCENTAGE') return `${formatPercent(value)} off`;
  return `${amountInWords(value, currencyCode, amountOff)} off`;
}

function pricingInWords(policies: PricingPolicy[], currencyCode: string): string[] {
  const [first, ...later] = policies;
  if (first === undefined) return [];
  if (later.length === 0) {
    const words = adjustmentInWords(first, currencyCode);
    return words === undefined ? [] : [words];
  }
  const until = later[0]?.afterCycle ?? 1;
  const orders = until === 1 ? 'the first order' : `the first ${formatNumber(until)} orders`;
  const start = adjustmentInWords(first, currencyCode);
  const words = [start === undefined ? `full price for ${orders}` : `${start} ${orders}`];
  for (const [index, policy] of later.entries()) {
    const next = later[index + 1];
    const then = adjustmentInWords(policy, currencyCode) ?? 'full price';
    const end = next?.afterCycle ?? null;
    words.push(end === null ? `then ${then}` : `then ${then} until order ${formatNumber(end)}`);
  }
  return words;
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** 1 is Monday. */
export function weekdayInWords(day: number): string {
  return weekdays[day - 1] ?? `weekday ${day}`;
}

function anchorInWords({ type, day, month }: Anchor): string {
  if (type === 'WEEKDAY') return `${weekdayInWords(day)}s`;
  if (type === 'YEARDAY') return `${months[(month ?? 0) - 1] ?? `month ${month}`} ${day}`;
  return `day ${day} of the month`;
}

/** "on Tuesdays and Fridays"; nothing for no anchors. */
export function anchorsInWords(anchors: readonly Anchor[]): string[] {
  return anchors.length === 0 ? [] : [`on ${anchors.map(anchorInWords).join(' and ')}`];
}

/** "Every week", "Every 2 weeks, on Tuesdays and Fridays". */
export function deliveriesInWords(
  cycle: Parameters<typeof intervalInWords>[0],
  anchors: readonly Anchor[],
): string {
  return [intervalInWords(cycle), ...anchorsInWords(anchors)].join(', ');
}

/** The day as a date and time is written, which is in the store's time zone: "Mar 1, 2027". */
function dayInWords(time: string): string {
  const day = time.slice(0, 10);
  return isDay(day) ? formatDay(day) : time;
}

function deliveryInWords(policy: DeliveryPolicy): string[] {
  if (policy.type === 'RECURRING') {
    return [intervalInWords(policy), ...anchorsInWords(policy.anchors)];
  }
  switch (policy.fulfillmentTrigger) {
    case 'ASAP':
      return ['Delivered once, as soon as possible'];
    case 'EXACT_TIME': {
      const time = policy.fulfillmentExactTime;
      return [time === null ? 'Delivered once' : `Delivered once, on ${dayInWords(time)}`];
    }
    case 'ANCHOR':
      return ['Delivered once', ...anchorsInWords(policy.anchors)];
    case 'UNKNOWN':
      return ['Delivered once, on a day to be announced'];
  }
}

function remainderInWords(policy: Extract<BillingPolicy, { type: 'FIXED' }>): string {
  switch (policy.remainingBalanceChargeTrigger) {
    case 'EXACT_TIME': {
      const time = policy.remainingBalanceChargeExactTime;
      return time === null ? 'the rest later' : `the rest on ${dayInWords(time)}`;
    }
    case 'ON_FULFILLMENT':
      return 'the rest on fulfillment';
    case 'TIME_AFTER_CHECKOUT': {
      const days = /^P(\d+)D$/.exec(policy.remainingBalanceChargeTimeAfterCheckout ?? '')?.[1];
      return days === undefined
        ? 'the rest later'
        : `the rest ${formatCount(Number(days), 'day')} after checkout`;
    }
    case 'NO_REMAINING_BALANCE':
      return 'nothing later';
  }
}

function billingInWords(
  { billingPolicy, deliveryPolicy }: PlanTerms,
  currencyCode: string,
): string[] {
  if (billingPolicy.type === 'FIXED') {
    const { type, value } = billingPolicy.checkoutCharge;
    if (billingPolicy.remainingBalanceChargeTrigger === 'NO_REMAINING_BALANCE') {
      return ['paid at checkout'];
    }
    const now =
      type === 'PERCENTAGE'
        ? formatPercent(value.value)
        : amountInWords(value.value, currencyCode, amountOf);
    return [`${now} paid at checkout`, remainderInWords(billingPolicy)];
  }
  const words: string[] = [];
  const deliveries = deliveriesOf({ billingPolicy, deliveryPolicy });
  if (!isPaidAtEveryDelivery({ billingPolicy, deliveryPolicy })) {
    const paid = `paid ${lowerFirst(intervalInWords(billingPolicy))}`;
    words.push(deliveries > 1 ? `${paid} for ${deliveries} deliveries` : paid);
  }
  const { minCycles, maxCycles } = billingPolicy;
  // One order isn't a minimum: the customer may cancel after it.
  if (minCycles !== null && minCycles > 1)
    words.push(`at least ${formatCount(minCycles, 'order')}`);
  if (maxCycles !== null) words.push(`ends after ${formatCount(maxCycles, 'order')}`);
  return words;
}

/** Lower-cases a phrase's first letter, for the middle of a sentence: "Every week" is "every week". */
export function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/**
 * Any of the platform's plans in words, for a list: "Every 2 weeks, 10% off", "Every month, 20% off the first 3 orders,
 * then 10% off", "Every week, paid every 4 weeks for 4 deliveries, for $9.00". It reads the platform's policies, so a
 * discount that ends is never shown as one that recurs. `currencyCode` is the shop's.
 */
export function planInWords(plan: PlanTerms, currencyCode: string): string {
  return [
    ...deliveryInWords(plan.deliveryPolicy),
    ...billingInWords(plan, currencyCode),
    ...pricingInWords(plan.pricingPolicies, currencyCode),
  ].join(', ');
}

const reasons: Record<ReadOnlyReason, string> = {
  PRICE: 'It sets a price instead of a discount.',
  PREPAID: 'One payment covers several deliveries.',
  FIXED_DELIVERY: 'It delivers only once.',
  ANCHORS: 'It delivers on certain days.',
  CYCLE_LIMITS: 'It has a minimum or maximum number of orders.',
  FIRST_ORDER_AMOUNT: 'Its first-order discount is an amount instead of a percentage.',
  FIRST_ORDER_DIFFERS: 'Its first-order discount isn’t this group’s.',
  LATER_DISCOUNT: 'Its discount starts only after some full-price orders.',
  NOT_A_PERCENTAGE: 'It takes no percentage off, which usage-based plans need here.',
  MORE_POLICIES: 'Its price changes more often than this form can show.',
  OUT_OF_RANGE: 'Its numbers are outside what this form accepts.',
};

/** Why the form shows a plan without letting it be edited, in one sentence. */
export function readOnlyReasonInWords(reason: ReadOnlyReason): string {
  return reasons[reason];
}
