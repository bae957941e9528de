import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { originalIdOf } from '#contract/global-id.ts';
import { orderPriceOf, planPricesOf } from '#contract/order-prices.ts';
import { planInWords } from '#contract/plan-words.ts';
import {
  type SellingPlanGroupListItem,
  sellingPlanGroupListSchema,
  sellingPlanGroupSchema,
} from '#contract/selling-plan-group.ts';
import { groupPath } from '../../testing/group-form.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { bodyOf, roastAndRitual } from '../../testing/service-in-test.ts';

const planFields = `
  id name options position category
  billingPolicy {
    __typename
    ... on SellingPlanRecurringBillingPolicy { interval intervalCount minCycles maxCycles anchors { type day } }
    ... on SellingPlanFixedBillingPolicy { remainingBalanceChargeTrigger checkoutCharge { type } }
  }
  deliveryPolicy {
    __typename
    ... on SellingPlanRecurringDeliveryPolicy { interval intervalCount cutoff preAnchorBehavior anchors { type day } }
    ... on SellingPlanFixedDeliveryPolicy { fulfillmentTrigger fulfillmentExactTime }
  }
  pricingPolicies {
    ... on SellingPlanPricingPolicyBase {
      adjustmentType
      adjustmentValue {
        ... on SellingPlanPricingPolicyPercentageValue { percentage }
        ... on MoneyV2 { amount }
      }
    }
    ... on SellingPlanRecurringPricingPolicy { afterCycle }
  }
`;

const plansSchema = z.object({
  sellingPlanGroup: z.object({
    sellingPlans: z.object({ nodes: z.array(z.looseObject({ id: z.string() })) }),
  }),
});

/** The seeded group has plans of every kind that other apps make. */
describe('a group that another app made', () => {
  const service = serviceForSuite('PGlite');
  let group: SellingPlanGroupListItem;
  beforeEach(async () => {
    service.platform.control.reset();
    const listed = await service.call(roastAndRitual, 'GET', `${groupPath}?query=imported`);
    const [found] = bodyOf(listed, sellingPlanGroupListSchema).sellingPlanGroups;
    if (found === undefined) throw new Error('The seed has no imported group.');
    group = found;
  });

  async function plansOfPlatform() {
    const data = await service.admin(
      roastAndRitual,
      `query($id: ID!) { sellingPlanGroup(id: $id) { sellingPlans(first: 31) { nodes { ${planFields} } } } }`,
      { id: group.id },
    );
    return plansSchema.parse(data).sellingPlanGroup.sellingPlans.nodes;
  }

  const update = (values: Record<string, unknown>) =>
    service.call(roastAndRitual, 'PATCH', `${groupPath}/${originalIdOf(group.id)}`, {
      body: { ...group, ...values },
    });

  it('tells of each plan what it is, and why the form cannot express it', () => {
    const { sellingPlans, recurringPolicies, currencyCode } = group;
    expect(recurringPolicies).toMatchObject([
      { interval: 'WEEK', weekdays: [2], cutoff: 1, preAnchorBehavior: 'NEXT' },
    ]);
    expect(
      sellingPlans.map((plan) => [planInWords(plan, currencyCode), plan.readOnlyReasons]),
    ).toEqual([
      ['Every month, for $9.00', ['PRICE']],
      [
        'Every month, paid every 3 months for 3 deliveries, ends after 4 orders, 15% off',
        ['PREPAID', 'CYCLE_LIMITS'],
      ],
      [
        'Delivered once, on Mar 1, 2027, 20% paid at checkout, the rest on fulfillment, 10% off',
        ['FIXED_DELIVERY'],
      ],
      ['Every week, on Tuesdays, 10% off', []],
      ['Every 2 weeks, $5.00 off the first order, then full price', ['FIRST_ORDER_AMOUNT']],
    ]);
  });

  it('prices each plan as it charges', () => {
    const charges = group.sellingPlans.map((plan) => {
      const prices = planPricesOf(plan, { price: '15.00', currencyCode: 'USD' });
      return [1, 2, 5].map((order) => prices && orderPriceOf(prices, order)?.price);
    });
    expect(charges).toEqual([
      [900, 900, 900],
      [3825, 3825, undefined],
      [1350, undefined, undefined],
      [1350, 1350, 1350],
      [1000, 1500, 1500],
    ]);
  });

  it('keeps its plans through an edit of its name, its position and new options', async () => {
    const before = await plansOfPlatform();
    const answer = await update({
      name: 'Imported and renamed',
      position: 4,
      recurringDiscount: 5,
      recurringPolicies: [...group.recurringPolicies, { interval: 'MONTH', intervalCount: 1 }],
    });
    const updated = bodyOf(answer, sellingPlanGroupSchema);
    expect(updated).toMatchObject({
      name: 'Imported and renamed',
      position: 4,
      recurringPolicies: [{ weekdays: [2] }, { interval: 'MONTH', discountType: 'NONE' }],
    });
    const after = await plansOfPlatform();
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after).toHaveLength(before.length + 1);
  });

  it('can be renamed by itself', async () => {
    const before = await plansOfPlatform();
    bodyOf(await update({ name: 'Only renamed' }), sellingPlanGroupSchema);
    expect(await plansOfPlatform()).toEqual(before);
  });

  it('loses a plan when that is asked for', async () => {
    const [first, ...others] = group.sellingPlans.map(({ id }) => id);
    bodyOf(await update({ sellingPlansToDelete: [first] }), sellingPlanGroupSchema);
    expect((await plansOfPlatform()).map(({ id }) => id)).toEqual(others);
  });

  it('takes another cut-off for a plan with roast days, and changes nothing else of it', async () => {
    const before = await plansOfPlatform();
    const [tuesday] = group.recurringPolicies;
    const changed = bodyOf(
      await update({ recurringPolicies: [{ ...tuesday, cutoff: 3 }] }),
      sellingPlanGroupSchema,
    );
    expect(changed.recurringPolicies).toEqual([{ ...tuesday, cutoff: 3 }]);
    const withCutoff = ({ deliveryPolicy, ...plan }: (typeof before)[number]) =>
      plan.id === tuesday?.id
        ? { ...plan, deliveryPolicy: { ...Object(deliveryPolicy), cutoff: 3 } }
        : { ...plan, deliveryPolicy };
    expect(await plansOfPlatform()).toEqual(before.map(withCutoff));
  });

  it('takes other roast days for a plan, in both of its policies', async () => {
    const [tuesday] = group.recurringPolicies;
    const days = { weekdays: [5, 1], preAnchorBehavior: 'ASAP' };
    bodyOf(await update({ recurringPolicies: [{ ...tuesday, ...days }] }), sellingPlanGroupSchema);
    const plan = (await plansOfPlatform()).find(({ id }) => id === tuesday?.id);
    const anchors = [1, 5].map((day) => ({ type: 'WEEKDAY', day }));
    expect(plan).toMatchObject({
      name: 'Every week, on Mondays and Fridays',
      billingPolicy: { interval: 'WEEK', anchors },
      deliveryPolicy: { interval: 'WEEK', anchors, cutoff: 1, preAnchorBehavior: 'ASAP' },
    });
  });

  it('loses the days of a plan', async () => {
    const [{ weekdays, cutoff, preAnchorBehavior, ...tuesday } = {}] = group.recurringPolicies;
    bodyOf(await update({ recurringPolicies: [tuesday] }), sellingPlanGroupSchema);
    const plan = (await plansOfPlatform()).find(({ id }) => id === group.recurringPolicies[0]?.id);
    expect(plan).toMatchObject({
      name: 'Every week',
      billingPolicy: { anchors: [] },
      deliveryPolicy: { anchors: [], cutoff: 0, preAnchorBehavior: 'ASAP' },
    });
  });

  it('refuses to edit a plan as an option', async () => {
    const [first] = group.sellingPlans;
    const recurringPolicies = [{ id: first?.id, interval: 'WEEK', intervalCount: 1 }];
    expect(await update({ recurringPolicies })).toMatchObject({
      status: 422,
      body: { fieldErrors: { 'recurringPolicies[0]': ['You can’t edit this option here'] } },
    });
  });

  it('refuses to lose its last plan', async () => {
    const sellingPlansToDelete = group.sellingPlans.map(({ id }) => id);
    expect(await update({ sellingPlansToDelete, recurringPolicies: [] })).toMatchObject({
      status: 422,
      body: { fieldErrors: { recurringPolicies: ['At least one option is required'] } },
    });
  });

  it('refuses a first-order discount that no plan of it could have', async () => {
    const values = { firstOrderDiscount: 20, recurringPolicies: [] };
    expect(await update(values)).toMatchObject({
      status: 422,
      body: {
        fieldErrors: { firstOrderDiscount: ['Add an option for this discount to apply to'] },
      },
    });
  });
});
