import { z } from 'zod';
import { expect, stores, test } from './fixtures.ts';
import { openGroupEditor } from './group-form.ts';
import { openScreen } from './open-screen.ts';
import { groupNamed, numberOf, pricingPolicyFields } from './store-contents.ts';

// Another app's plans that the group's form can't express: the app shows them everywhere and never changes them.

const store = stores.established;
const name = 'Imported coffee club';

const plans = {
  price: {
    name: 'Club price, every month',
    words: 'Every month, for $9.00',
    reason: 'It sets a price instead of a discount.',
  },
  prepaid: {
    name: '3 months prepaid, delivered monthly',
    words: 'Every month, paid every 3 months for 3 deliveries, ends after 4 orders, 15% off',
    reason: 'One payment covers several deliveries.',
  },
  preOrder: {
    name: 'Next harvest, deposit now',
    words: 'Delivered once, on Mar 1, 2027, 20% paid at checkout, the rest on fulfillment, 10% off',
    reason: 'It delivers only once.',
  },
  firstAmount: {
    name: 'Every 2 weeks, $5 off the first',
    words: 'Every 2 weeks, $5.00 off the first order, then full price',
    reason: 'Its first-order discount is an amount instead of a percentage.',
  },
};

const termsQuery = `query ($id: ID!) {
  sellingPlanGroup(id: $id) {
    sellingPlans(first: 31) {
      nodes {
        id name options position category
        billingPolicy {
          ... on SellingPlanRecurringBillingPolicy {
            interval intervalCount minCycles maxCycles anchors { type day month cutoffDay }
          }
          ... on SellingPlanFixedBillingPolicy {
            remainingBalanceChargeTrigger
            checkoutCharge { type value { ... on SellingPlanCheckoutChargePercentageValue { percentage } } }
          }
        }
        deliveryPolicy {
          ... on SellingPlanRecurringDeliveryPolicy {
            interval intervalCount cutoff preAnchorBehavior anchors { type day month cutoffDay }
          }
          ... on SellingPlanFixedDeliveryPolicy { fulfillmentTrigger fulfillmentExactTime }
        }
        pricingPolicies {
          ${pricingPolicyFields}
        }
      }
    }
  }
}`;
const termsSchema = z.object({
  sellingPlanGroup: z.object({
    sellingPlans: z.object({ nodes: z.array(z.looseObject({ name: z.string() })) }),
  }),
});

test('are told truthfully in list, detail and preview', async ({
  admin,
  control,
  checkAccessibility,
  takeScreens,
}) => {
  const group = await groupNamed(control, store, name);
  await openScreen(admin, `/fixed-subscription?query=${encodeURIComponent(name)}`);
  const row = admin.app.getByRole('row', { name });
  await expect(row.getByRole('listitem').first()).toHaveText(plans.price.words);

  await openScreen(admin, `/fixed-subscription/${numberOf(group.id)}`);
  for (const { words, reason } of Object.values(plans)) {
    const item = admin.app.getByRole('listitem').filter({ hasText: words });
    await expect(item).toContainText(reason);
  }
  await expect(admin.app.getByText(/made by another app or the API/)).toBeVisible();
  const option = admin.app.getByRole('combobox', { name: 'Delivery option' });
  await option.selectOption(plans.price.name);
  await expect(admin.app.getByText(/^Every order costs \$9\.00/)).toBeVisible();
  await takeScreens('imported-detail');
  await option.selectOption(plans.prepaid.name);
  await expect(admin.app.getByText(/for 3 deliveries \(15% off\)\.$/)).toBeVisible();
  await expect(
    admin.app.getByRole('table').filter({ hasText: 'Saving' }).getByRole('row'),
  ).toHaveCount(5);
  await option.selectOption(plans.preOrder.name);
  await expect(admin.app.getByText(/^The order costs .* \(10% off\)\.$/)).toBeVisible();
  await checkAccessibility();
});

test('are read-only in the form, which leaves them as they are', async ({
  admin,
  control,
  page,
  checkAccessibility,
  takeScreens,
}) => {
  const group = await groupNamed(control, store, name);
  const termsNow = async () => {
    const { sellingPlanGroup } = await control.graphql(store, termsSchema, termsQuery, {
      id: group.id,
    });
    return sellingPlanGroup.sellingPlans.nodes;
  };
  const before = await termsNow();
  const { dialog: modal } = await openGroupEditor(admin, group);
  for (const plan of Object.values(plans)) {
    const section = modal.getByRole('region', { name: plan.name });
    await expect(section.getByText(plan.words, { exact: true })).toBeVisible();
    await expect(section.getByText(plan.reason)).toBeVisible();
    await expect(section.getByRole('textbox')).toHaveCount(0);
  }
  // Roast days are the one thing of another app's plans here that the form can say.
  await expect(modal.getByRole('region', { name: /^Option/ })).toHaveCount(1);
  const tuesdays = modal.getByRole('region', { name: 'Option 1' });
  await expect(tuesdays.getByRole('checkbox', { name: 'Tuesday' })).toBeChecked();
  await expect(
    modal.getByText(/^Bought today, the first order is roasted on Tuesday/),
  ).toBeVisible();
  await checkAccessibility();
  await modal.getByRole('region', { name: plans.prepaid.name }).scrollIntoViewIfNeeded();
  await takeScreens('imported-form');

  await modal.getByRole('button', { name: 'Add option' }).click();
  await modal
    .getByRole('region', { name: 'Option 2' })
    .getByRole('textbox', { name: 'Every' })
    .fill('3');
  await modal.getByRole('button', { name: `Remove ${plans.preOrder.name}` }).click();
  await modal.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Selling plan group updated')).toBeVisible();

  const after = await termsNow();
  const untouched = before.filter((plan) => plan.name !== plans.preOrder.name);
  expect(after.filter((plan) => plan.name !== 'Every 3 weeks')).toEqual(untouched);
  expect(after.map((plan) => plan.name)).toContain('Every 3 weeks');
  await expect(admin.app.getByRole('listitem').filter({ hasText: 'Every 3 weeks' })).toBeVisible();
});

test('get other roast days and another cut-off by the form', async ({
  admin,
  control,
  page,
  checkAccessibility,
  takeScreens,
}) => {
  const group = await groupNamed(control, store, name);
  const { dialog: modal } = await openGroupEditor(admin, group);
  const option = modal.getByRole('region', { name: 'Option 1' });
  const cutoff = option.getByRole('textbox', { name: 'Cut-off' });
  await cutoff.fill('8');
  await option.getByRole('checkbox', { name: 'Friday' }).check();
  await modal.getByRole('button', { name: 'Save' }).click();
  await expect(option.getByText('Value must be between 0 and 6')).toBeVisible();
  await expect(
    option.getByText('With several days, the first order has to go out at once'),
  ).toBeVisible();
  await expect(cutoff).toBeFocused();

  await cutoff.fill('2');
  await option.getByRole('combobox', { name: 'First order' }).selectOption('Goes out at once');
  await expect(
    modal.getByText(
      /roasted on (Tuesday|Friday), .* changes until (Sunday|Wednesday), .* 11:59 PM/,
    ),
  ).toBeVisible();
  await checkAccessibility();
  await option.scrollIntoViewIfNeeded();
  await takeScreens('roast-days-form');
  await modal.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Selling plan group updated')).toBeVisible();

  const { sellingPlanGroup } = await control.graphql(store, termsSchema, termsQuery, {
    id: group.id,
  });
  const anchors = [2, 5].map((day) => ({ type: 'WEEKDAY', day, month: null, cutoffDay: null }));
  expect(sellingPlanGroup.sellingPlans.nodes).toContainEqual(
    expect.objectContaining({
      name: 'Every week, on Tuesdays and Fridays',
      billingPolicy: expect.objectContaining({ interval: 'WEEK', anchors }),
      deliveryPolicy: expect.objectContaining({ cutoff: 2, preAnchorBehavior: 'ASAP', anchors }),
    }),
  );
});
