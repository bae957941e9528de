import { z } from 'zod';
import { type PricingPolicy, pricingPoliciesOf } from '../../contract/pricing-policies.ts';
import {
  createSellingPlanGroupSchema,
  type Interval,
  recurringPolicyInputSchema,
} from '../../contract/selling-plan-group.ts';
import { numberOfText } from '../forms/number-text.ts';
import { type Decimal, decimalOfNumber, decimalsOf, minorUnitsOf, roundedPrice } from './money.ts';
import { isDay, orderDates } from './order-dates.ts';

/** How many orders a preview shows. */
export const previewedOrders = 12;

/** What a plan does: how often it delivers, and its prices in the platform's shape. */
export type PreviewedPlan = {
  interval: Interval;
  intervalCount: number;
  pricingPolicies: PricingPolicy[];
};

/** What is sold: `price` is a decimal string in major units of `currencyCode` (ISO 4217). */
export type PreviewedPrice = { price: string; currencyCode: string };

/** What a customer pays and saves. Whole minor units; a saving is negative where the plan costs more than one time. */
export type Charge = { price: number; saving: number; percentOff: number };

/** One order; `date` is an ISO date. */
export type OrderRow = Charge & { number: number; date: string };

/** Orders in a row that cost the same; `throughOrder` is null where it never ends. */
export type Phase = Charge & { fromOrder: number; throughOrder: number | null };

export type ReadyPreview = {
  status: 'ready';
  currencyCode: string;
  /** The price of a one-time purchase, in minor units. */
  basePrice: number;
  rows: OrderRow[];
  phases: Phase[];
};

/** Rows and phases, or why there are none in words for the merchant. */
export type Preview = ReadyPreview | { status: 'incomplete'; reason: string };

/** A field as it stands on screen, half typed perhaps. */
type FieldText = string | undefined;

/** The fields of the group form that prices depend on, for one of its options. */
export type PlanFormValues = {
  group: {
    firstOrderDiscount: FieldText;
    firstOrderDiscountCycles: FieldText;
    recurringDiscount: FieldText;
  };
  option: {
    interval: FieldText;
    intervalCount: FieldText;
    discountType: FieldText;
    discountValue: FieldText;
  };
};

function incomplete(reason: string): Preview {
  return { status: 'incomplete', reason };
}

function powerOfTen(exponent: number): bigint {
  return 10n ** BigInt(exponent);
}

function shareOf(saving: bigint, base: bigint): number {
  const size = saving < 0n ? -saving : saving;
  const share = Number(roundedPrice(size * 10_000n, base)) / 100;
  return saving < 0n ? -share : share;
}

/** Rounds once, on the price: the saving is what remains, so that both add up to the base price. */
function chargeUnder(
  policy: PricingPolicy | undefined,
  base: bigint,
  decimals: number,
): Charge | null {
  if (policy === undefined) return { price: Number(base), saving: 0, percentOff: 0 };
  const value = decimalOfNumber(policy.adjustmentValue.value);
  if (value === null) return null;
  const price = adjustedPrice(policy.adjustmentType, value, base, decimals);
  if (price > BigInt(Number.MAX_SAFE_INTEGER)) return null;
  const saving = base - price;
  let percentOff = 0;
  if (base > 0n) {
    // The percentage that was agreed reads better than the one that rounding to a cent makes of it.
    const isPercentage = policy.adjustmentType === 'PERCENTAGE';
    percentOff = isPercentage ? policy.adjustmentValue.value : shareOf(saving, base);
  }
  return { price: Number(price), saving: Number(saving), percentOff };
}

function adjustedPrice(
  adjustmentType: PricingPolicy['adjustmentType'],
  value: Decimal,
  base: bigint,
  decimals: number,
): bigint {
  const scale = powerOfTen(value.scale);
  switch (adjustmentType) {
    case 'PERCENTAGE':
      return roundedPrice(base * (100n * scale - value.digits), 100n * scale);
    case 'FIXED_AMOUNT':
      return roundedPrice(base * scale - value.digits * powerOfTen(decimals), scale);
    case 'PRICE':
      return roundedPrice(value.digits * powerOfTen(decimals), scale);
  }
}

/** The policy that an order is charged under: the one that began last. `afterCycle` N holds from order N + 1 on. */
function policyOf(order: number, policies: PricingPolicy[]): PricingPolicy | undefined {
  let current: PricingPolicy | undefined;
  for (const policy of policies) {
    const begun = (policy.afterCycle ?? 0) < order;
    if (begun && (policy.afterCycle ?? 0) >= (current?.afterCycle ?? 0)) current = policy;
  }
  return current;
}

function phasesOf(
  policies: PricingPolicy[],
  chargeOf: (order: number) => Charge | null,
): Phase[] | null {
  const starts = new Set([1, ...policies.map((policy) => (policy.afterCycle ?? 0) + 1)]);
  const phases: Phase[] = [];
  for (const start of [...starts].sort((one, other) => one - other)) {
    const charge = chargeOf(start);
    if (charge === null) return null;
    const last = phases.at(-1);
    if (last?.price === charge.price && last.percentOff === charge.percentOff) continue;
    if (last) last.throughOrder = start - 1;
    phases.push({ ...charge, fromOrder: start, throughOrder: null });
  }
  return phases;
}

/**
 * What a customer pays for the first orders of an existing or a computed plan.
 *
 * Whole-number arithmetic in the currency's minor units. Each unit's price is rounded half up and is never below 0.
 * Never throws: what can't be computed comes back as `incomplete`.
 *
 * @param firstDay ISO date of the first order.
 */
export function previewOfPlan(
  plan: PreviewedPlan,
  product: PreviewedPrice,
  firstDay: string,
  orders: number = previewedOrders,
): Preview {
  const decimals = decimalsOf(product.currencyCode);
  const basePrice = minorUnitsOf(product);
  if (decimals === null || basePrice === null) {
    return incomplete(
      'The price of this product is unknown. Choose another product to see prices.',
    );
  }
  const base = BigInt(basePrice);
  if (!isDay(firstDay)) return incomplete('The day of the first order is unknown.');
  const dates = orderDates(firstDay, plan.interval, plan.intervalCount, orders);
  if (dates === null) {
    return incomplete('Orders are too far apart. Enter a smaller number to see prices.');
  }
  const chargeOf = (order: number) =>
    chargeUnder(policyOf(order, plan.pricingPolicies), base, decimals);
  const phases = phasesOf(plan.pricingPolicies, chargeOf);
  if (phases === null) return incomplete('The discount of this plan is out of range.');

  const rows: OrderRow[] = [];
  for (const [index, date] of dates.entries()) {
    const charge = chargeOf(index + 1);
    if (charge !== null) rows.push({ number: index + 1, date, ...charge });
  }
  return {
    status: 'ready',
    currencyCode: product.currencyCode,
    basePrice,
    rows,
    phases,
  };
}

/** The contract's own rules for the fields that prices depend on. */
const groupDiscountsSchema = z.object({
  firstOrderDiscount: createSellingPlanGroupSchema.shape.firstOrderDiscount,
  firstOrderDiscountCycles: createSellingPlanGroupSchema.shape.firstOrderDiscountCycles,
  recurringDiscount: createSellingPlanGroupSchema.shape.recurringDiscount,
});

function textOf(text: FieldText): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text.trim();
}

function numberOf(text: FieldText): number | undefined {
  const entered = textOf(text);
  return entered === undefined ? undefined : numberOfText(entered);
}

const intervalUnits: Record<string, string> = {
  DAY: 'days',
  WEEK: 'weeks',
  MONTH: 'months',
  YEAR: 'years',
};

function reasonOf(error: z.ZodError, values: PlanFormValues): string {
  switch (error.issues[0]?.path[0]) {
    case 'firstOrderDiscount':
      return 'Enter a first-order discount between 0 and 100 to see prices.';
    case 'firstOrderDiscountCycles':
      return 'Enter how many orders get the first-order discount, 1 or more, to see prices.';
    case 'recurringDiscount':
      return 'Enter a recurring discount between 0 and 100 to see prices.';
    case 'interval':
      return 'Choose an interval to see prices.';
    case 'intervalCount': {
      const unit = intervalUnits[values.option.interval ?? ''] ?? 'intervals';
      return `Enter a whole number of ${unit} between orders, 1 or more, to see prices.`;
    }
    case 'discountValue':
      return values.option.discountType === 'FIXED_AMOUNT'
        ? 'Enter a discount above 0 to see prices.'
        : 'Enter a discount above 0 and up to 100 to see prices.';
    default:
      return 'Choose a discount type to see prices.';
  }
}

/**
 * What a customer will pay under an option that is being typed: the same prices that the plan has once it is saved.
 * Empty fields count as the contract's defaults, as they do when the form is sent. Never throws.
 */
export function previewOf(
  values: PlanFormValues,
  product: PreviewedPrice,
  firstDay: string,
  orders: number = previewedOrders,
): Preview {
  const group = groupDiscountsSchema.safeParse({
    firstOrderDiscount: numberOf(values.group.firstOrderDiscount),
    firstOrderDiscountCycles: numberOf(values.group.firstOrderDiscountCycles),
    recurringDiscount: numberOf(values.group.recurringDiscount),
  });
  if (!group.success) return incomplete(reasonOf(group.error, values));

  const discountType = textOf(values.option.discountType);
  const hasDiscount = discountType !== undefined && discountType !== 'NONE';
  const option = recurringPolicyInputSchema.safeParse({
    interval: textOf(values.option.interval),
    intervalCount: numberOf(values.option.intervalCount),
    discountType,
    // The field is hidden while there is no discount: what it still holds must not stand in the way.
    discountValue: hasDiscount ? numberOf(values.option.discountValue) : undefined,
  });
  if (!option.success) return incomplete(reasonOf(option.error, values));

  const plan = {
    interval: option.data.interval,
    intervalCount: option.data.intervalCount,
    pricingPolicies: pricingPoliciesOf(group.data, option.data),
  };
  return previewOfPlan(plan, product, firstDay, orders);
}
