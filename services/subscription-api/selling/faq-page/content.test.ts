import { expect, it } from 'vitest';
import { everyDelivery, type PlanTerms } from '#contract/selling-plan.ts';
import { policy, preOrder } from '#contract/testing/plan-terms.ts';
import { faqBody } from './content.ts';

const weekly: PlanTerms = { ...everyDelivery('WEEK', 1), pricingPolicies: [] };
const bodyWith = (...plans: PlanTerms[]) =>
  faqBody({
    shopName: 'Roast & Ritual',
    email: 'hello@example.com',
    currencyCode: 'USD',
    groups: [{ name: 'Coffee', plans }],
  });

it('leaves out what is paid once, and a group that has nothing else', () => {
  const once: PlanTerms = { ...preOrder, pricingPolicies: [] };
  expect(bodyWith(weekly, once)).toContain('<ul><li>Every week</li></ul>');
  expect(bodyWith(once)).not.toContain('<h3>');
});

it.each<[string, Partial<PlanTerms>, string]>([
  [
    'a price that changes',
    { pricingPolicies: [policy('PERCENTAGE', 20), policy('PERCENTAGE', 5, 2)] },
    'Does the price stay the same?',
  ],
  [
    'one payment for several deliveries',
    { billingPolicy: everyDelivery('WEEK', 4).billingPolicy },
    'one payment covers several deliveries',
  ],
  [
    'a minimum number of orders',
    { billingPolicy: { ...everyDelivery('WEEK', 1).billingPolicy, minCycles: 3 } },
    'a minimum number of orders',
  ],
])('tells of %s only where a plan has it', (_, terms, words) => {
  expect(bodyWith({ ...weekly, ...terms })).toContain(words);
  expect(bodyWith(weekly)).not.toContain(words);
});
