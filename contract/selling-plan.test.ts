import { describe, expect, it } from 'vitest';
import { everyDelivery, intervals, readOnlyReasons, sellingPlanSchema } from './selling-plan.ts';

const plan = {
  id: 'gid://shopify/SellingPlan/1',
  name: 'Every week',
  category: 'SUBSCRIPTION',
  ...everyDelivery('WEEK', 1),
  pricingPolicies: [],
  readOnlyReasons: [],
};
const { billingPolicy: billing, deliveryPolicy: delivery } = everyDelivery('WEEK', 1);
const fixedBilling = {
  type: 'FIXED',
  checkoutCharge: { type: 'PERCENTAGE', value: { value: 30 } },
  remainingBalanceChargeTrigger: 'EXACT_TIME',
  remainingBalanceChargeExactTime: '2027-03-01T08:00:00Z',
  remainingBalanceChargeTimeAfterCheckout: 'P30D',
};
const fixedDelivery = {
  type: 'FIXED',
  fulfillmentTrigger: 'EXACT_TIME',
  fulfillmentExactTime: '2027-03-01T08:00:00Z',
  anchors: [],
};
const discount = {
  adjustmentType: 'PERCENTAGE',
  adjustmentValue: { value: 12.5 },
  afterCycle: 3,
};
const anchor = { type: 'YEARDAY', day: 6, month: 1, cutoffDay: 2 };

const withAnchor = (change: object) => ({
  deliveryPolicy: { ...delivery, anchors: [{ ...anchor, ...change }] },
});
const withBilling = (change: object) => ({ billingPolicy: { ...billing, ...change } });
const withDelivery = (change: object) => ({ deliveryPolicy: { ...delivery, ...change } });
const withFixedBilling = (change: object) => ({ billingPolicy: { ...fixedBilling, ...change } });
const withFixedDelivery = (change: object) => ({ deliveryPolicy: { ...fixedDelivery, ...change } });
const withDiscount = (change: object) => ({ pricingPolicies: [{ ...discount, ...change }] });

describe('a selling plan', () => {
  it.each([
    {},
    { category: null },
    ...['OTHER', 'PRE_ORDER', 'SUBSCRIPTION', 'TRY_BEFORE_YOU_BUY'].map((category) => ({
      category,
    })),
    ...intervals.map((interval) => withBilling({ interval })),
    withBilling({ minCycles: 2, maxCycles: 12, anchors: [anchor] }),
    withDelivery({ intervalCount: 4, cutoff: 2, preAnchorBehavior: 'NEXT' }),
    ...['WEEKDAY', 'MONTHDAY', 'YEARDAY'].map((type) => withAnchor({ type })),
    withAnchor({ month: null, cutoffDay: null }),
    ...['EXACT_TIME', 'NO_REMAINING_BALANCE', 'ON_FULFILLMENT', 'TIME_AFTER_CHECKOUT'].map(
      (trigger) => withFixedBilling({ remainingBalanceChargeTrigger: trigger }),
    ),
    withFixedBilling({ checkoutCharge: { type: 'PRICE', value: { value: 5.5 } } }),
    withFixedBilling({
      remainingBalanceChargeExactTime: null,
      remainingBalanceChargeTimeAfterCheckout: null,
    }),
    ...['ANCHOR', 'ASAP', 'EXACT_TIME', 'UNKNOWN'].map((fulfillmentTrigger) =>
      withFixedDelivery({ fulfillmentTrigger, fulfillmentExactTime: null }),
    ),
    withFixedDelivery({ anchors: [anchor] }),
    ...['PERCENTAGE', 'FIXED_AMOUNT', 'PRICE'].map((adjustmentType) =>
      withDiscount({ adjustmentType }),
    ),
    withDiscount({ afterCycle: null }),
    { readOnlyReasons: [...readOnlyReasons] },
  ])('travels as it is with %j', (change) => {
    expect(sellingPlanSchema.parse({ ...plan, ...change })).toEqual({ ...plan, ...change });
  });

  it.each([
    { id: '1' },
    { name: null },
    { category: 'SUBSCRIPTIONS' },
    withBilling({ type: 'SOMETIMES' }),
    withBilling({ interval: 'FORTNIGHT' }),
    withBilling({ intervalCount: 1.5 }),
    withBilling({ minCycles: 1.5 }),
    withBilling({ maxCycles: 1.5 }),
    withBilling({ maxCycles: undefined }),
    withDelivery({ type: 'SOMETIMES' }),
    withDelivery({ cutoff: 0.5 }),
    withDelivery({ intent: null }),
    withAnchor({ type: 'HOLIDAY' }),
    withAnchor({ day: 1.5 }),
    withAnchor({ month: 1.5 }),
    withAnchor({ cutoffDay: 0.5 }),
    withFixedBilling({ remainingBalanceChargeTrigger: 'NEVER' }),
    withFixedBilling({ checkoutCharge: { type: 'GIFT', value: { value: 5 } } }),
    withFixedDelivery({ fulfillmentTrigger: 'NEVER' }),
    withDiscount({ adjustmentType: 'GIFT' }),
    withDiscount({ afterCycle: 1.5 }),
    { readOnlyReasons: ['NO_REASON'] },
  ])('is refused with %j', (change) => {
    expect(sellingPlanSchema.safeParse({ ...plan, ...change }).success).toBe(false);
  });

  it('says what is wrong with an interval', () => {
    const { error } = sellingPlanSchema.safeParse({ ...plan, ...withBilling({ interval: '' }) });
    expect(error?.issues.map(({ message }) => message)).toEqual(['Please select an interval type']);
  });
});

it('delivers and charges alike, without limits or certain days', () => {
  expect(everyDelivery('MONTH', 2)).toEqual({
    billingPolicy: {
      type: 'RECURRING',
      interval: 'MONTH',
      intervalCount: 2,
      anchors: [],
      minCycles: null,
      maxCycles: null,
    },
    deliveryPolicy: {
      type: 'RECURRING',
      interval: 'MONTH',
      intervalCount: 2,
      anchors: [],
      cutoff: null,
      intent: 'FULFILLMENT_BEGIN',
      preAnchorBehavior: 'ASAP',
    },
  });
});
