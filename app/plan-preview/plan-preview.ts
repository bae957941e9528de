import { z } from 'zod';
import {
  type OrderPrice,
  orderPriceOf,
  type PricedProduct,
  type PricePhase,
  planPricesOf,
} from '#contract/order-prices.ts';
import { planTermsOf } from '#contract/pricing-policies.ts';
import type { PlanTerms } from '#contract/selling-plan.ts';
import {
  createSellingPlanGroupSchema,
  recurringPolicyInputSchema,
} from '#contract/selling-plan-group.ts';
import { numberOfText } from '../forms/number-text.ts';
import { isDay, orderDates } from './order-dates.ts';

/** How many orders a preview shows. */
export const previewedOrders = 12;

/** One order; `date` is an ISO date. */
export type OrderRow = OrderPrice & { number: number; date: string };

export type ReadyPreview = {
  status: 'ready';
  currencyCode: string;
  /** How many deliveries of the product an order pays for: 1 unless the plan is prepaid. */
  deliveries: number;
  /** The price of as many without the plan, in minor units. */
  basePrice: number;
  rows: OrderRow[];
  phases: PricePhase[];
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

/**
 * What a customer pays for the first orders of any plan: of the platform, or of the form. Prices are those of
 * {@link planPricesOf}. Never throws: what can't be computed comes back as `incomplete`.
 *
 * @param firstDay ISO date of the first order.
 */
export function previewOfPlan(
  plan: PlanTerms,
  product: PricedProduct,
  firstDay: string,
  orders: number = previewedOrders,
): Preview {
  const prices = planPricesOf(plan, product);
  if (prices === null) {
    return incomplete(
      'The price of this product is unknown. Choose another product to see prices.',
    );
  }
  if (!isDay(firstDay)) return incomplete('The day of the first order is unknown.');
  const { billingPolicy } = plan;
  const shown = Math.min(orders, prices.lastOrder ?? orders);
  const dates =
    billingPolicy.type === 'FIXED'
      ? [firstDay]
      : orderDates(firstDay, billingPolicy.interval, billingPolicy.intervalCount, shown);
  if (dates === null) {
    return incomplete('Orders are too far apart. Enter a smaller number to see prices.');
  }
  const rows: OrderRow[] = [];
  for (const [index, date] of dates.entries()) {
    const price = orderPriceOf(prices, index + 1);
    if (price !== null) rows.push({ number: index + 1, date, ...price });
  }
  return {
    status: 'ready',
    currencyCode: prices.currencyCode,
    deliveries: prices.deliveries,
    basePrice: prices.basePrice,
    rows,
    phases: prices.phases,
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
  product: PricedProduct,
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

  return previewOfPlan(planTermsOf(group.data, option.data), product, firstDay, orders);
}
