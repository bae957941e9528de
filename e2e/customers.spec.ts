import { z } from 'zod';
import { addDays } from '#contract/calendar.ts';
import { formatDay } from '#contract/format.ts';
import { expect, stores, test } from './fixtures.ts';
import { tabTo } from './keyboard.ts';
import { expectNarrow } from './narrow.ts';
import { openScreen } from './open-screen.ts';
import { Picker } from './picker.ts';

// Subscribers at /customers, beyond the specification: who subscribes to what, and what can be done about it.

const store = stores.established;

const contractsSchema = z.object({
  subscriptionContracts: z.object({
    nodes: z.array(
      z.object({
        id: z.string(),
        status: z.string(),
        customer: z.object({ displayName: z.string() }),
      }),
    ),
  }),
});
const listContracts = `{ subscriptionContracts(first: 9) { nodes {
  id status customer { displayName } } } }`;

const changed = z.object({
  change: z.object({ userErrors: z.array(z.object({ message: z.string() })).max(0) }),
});

test('a subscription is found, and its orders are skipped, moved, paused and canceled', async ({
  admin,
  control,
  errors,
  inspect,
  page,
}) => {
  test.slow();
  const { app } = admin;
  // The app has a token of the store once it was opened.
  await openScreen(admin);
  await control.act(store, 'subscription', {});
  await control.act(store, 'subscription', {});
  const contracts = async () =>
    (await control.graphql(store, contractsSchema, listContracts)).subscriptionContracts.nodes;
  const [contract] = await contracts();
  const id = contract?.id ?? '';
  const number = id.split('/').at(-1) ?? '';
  const name = contract?.customer.displayName ?? '';
  const statusNow = async () => (await contracts()).find((each) => each.id === id)?.status;

  await app.getByRole('link', { name: 'Manage subscribers' }).click();
  const list = app.getByRole('region', { name: 'subscriptions' });
  await expect(app.getByRole('heading', { name: 'Subscribers', level: 1 })).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(list.getByRole('row')).toHaveCount(3, { timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
  await inspect('customers');
  await app.getByRole('searchbox').fill('nobody has this');
  await expect(list.getByText('No subscriptions found')).toBeVisible();
  await app.getByRole('searchbox').fill(name);
  await expect(list.getByRole('link', { name }).first()).toBeVisible();
  await app.getByLabel('Payment').selectOption('In trouble');
  await app.getByRole('searchbox').fill('');
  await expect(list.getByText('No subscription matches these filters.')).toBeVisible();
  await inspect('customers-none');
  await list.getByRole('link', { name: 'Clear filters' }).click();
  await expect(list.getByRole('row')).toHaveCount(3);
  await expectNarrow(admin);

  // From the list to a skipped order without a mouse, though Shopify fails at first.
  errors.expect(/status of 502 .+\/customers\/\d+\/change\)/);
  const failOnceAt = (operation: string) =>
    control.addFault({ kind: 'status', status: 502, operation });
  const dialog = app.getByRole('dialog');
  const failed = dialog.getByText(/^Oops, something went wrong/);
  await app.getByRole('searchbox').focus();
  await tabTo(list.locator(`a[href$="/customers/${number}"]`));
  await page.keyboard.press('Enter');
  await expect(app.getByRole('heading', { name })).toBeVisible();
  await expect(app.getByText('Total at today’s prices, before tax')).toBeVisible();
  await inspect('customers-subscription');
  await expectNarrow(admin);

  // Skipped, and taken back.
  await tabTo(app.getByRole('button', { name: /^Skip the order of/ }).first());
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('It isn’t charged, and nothing is sent.')).toBeVisible();
  await inspect('customers-skip');
  const skip = dialog.getByRole('button', { name: 'Skip order' });
  await expect(skip).toBeEnabled();
  await tabTo(skip);
  await failOnceAt('SkipCycle');
  await page.keyboard.press('Enter');
  await expect(failed).toBeVisible();
  await inspect('customers-skip-failed');
  await expect(skip).toBeFocused();
  await expect(skip).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Order skipped')).toBeVisible();
  await expect(app.getByText('Skipped', { exact: true })).toBeVisible();
  await inspect('customers-skipped');
  await app.getByRole('button', { name: /^Don’t skip the order of/ }).click();
  await dialog.getByRole('button', { name: 'Don’t skip' }).click();
  await expect(app.getByText('Skipped', { exact: true })).toHaveCount(0);

  // Moved, within its own period.
  const move = app.getByRole('button', { name: /^Move the order of/ }).first();
  await move.click();
  const day = dialog.getByLabel('New day');
  const usual = await day.inputValue();
  await day.fill('');
  await dialog.getByRole('button', { name: 'Move order' }).click();
  await expect(dialog.getByText('Pick a day')).toBeVisible();
  errors.expect(/status of 409 .+\/customers\/\d+\/change\)/);
  await day.fill(addDays(usual, 1));
  await dialog.getByRole('button', { name: 'Move order' }).click();
  await expect(dialog.getByText(/^Shopify moves an order only within its own period/)).toHaveCount(
    2,
  );
  await inspect('customers-move');
  await day.fill(addDays(usual, -1));
  await dialog.getByRole('button', { name: 'Move order' }).click();
  await expect(page.getByText('Order moved')).toBeVisible();
  const moved = formatDay(addDays(usual, -1));
  await expect(move).toHaveAccessibleName(`Move the order of ${moved}`);
  await move.click();
  await expect(day).toHaveValue(addDays(usual, -1));
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  // Other quantities and prices, and what they come to.
  await app.getByRole('button', { name: 'Change products and prices' }).click();
  await dialog.getByLabel('Quantity').fill('0');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter a whole number from 1 to 1000')).toBeVisible();
  await dialog.getByLabel('Quantity').fill('3');
  await dialog.getByLabel('Price for one').fill('10');
  const picker = new Picker(page);
  await dialog.getByRole('button', { name: /^Change product:/ }).click();
  await picker.products.getByRole('checkbox').nth(2).check();
  await picker.add.click();
  await expect(dialog.getByText(/Ground instead of /)).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Change product:/ })).toBeFocused();
  await expect(dialog.getByText(/^Each order will cost/)).toBeVisible();
  await inspect('customers-lines');
  await expectNarrow(admin, () => inspect('customers-lines-narrow'));
  await failOnceAt('SetDraftLine');
  await dialog.getByLabel('Price for one').press('Enter');
  await expect(failed).toBeVisible();
  await expect(dialog.getByLabel('Price for one')).toHaveValue('10');
  await expect(dialog.getByLabel('Price for one')).toBeFocused();
  await dialog.getByLabel('Price for one').press('Enter');
  await expect(page.getByText('Subscription changed')).toBeVisible();
  await expect(app.getByText(/^3 × /)).toBeVisible();
  await expect(app.getByText(/ was changed from .* to .*, 3 × \$10\.00 by you\.$/)).toBeVisible();

  // Undone, but not before the merchant knows that somebody else came in between.
  const skipElsewhere = (index: number) =>
    control.graphql(
      store,
      changed,
      `mutation ($id: ID!, $index: Int!) { change: subscriptionBillingCycleSkip(
        billingCycleInput: { contractId: $id, selector: { index: $index } }) { userErrors { message } } }`,
      { id, index },
    );
  const tooLate = dialog.getByText(
    /^This subscription has changed in the meantime, so nothing was done/,
  );
  await inspect('customers-changed');
  await expectNarrow(admin, () => inspect('customers-changed-narrow'));
  await skipElsewhere(3);
  await app.getByRole('button', { name: 'Undo', exact: true }).click();
  const undo = dialog.getByRole('button', { name: 'Undo', exact: true });
  await expect(dialog.getByText(/ instead of .*Ground$/)).toBeVisible();
  await inspect('customers-undo');
  await expectNarrow(admin, () => inspect('customers-undo-narrow'));
  await undo.click();
  await expect(tooLate).toBeVisible();
  await expect(app.getByText('Skipped', { exact: true })).toHaveCount(1);
  await expect(app.getByText(/^3 × /)).toHaveCount(1);
  await undo.click();
  await expect(page.getByText('Products and prices are as before')).toBeVisible();
  await expect(app.getByText(/^3 × /)).toHaveCount(0);
  await expect(app.getByText(/ was changed from 3 × \$10\.00 to .* by you\.$/)).toBeVisible();

  // The platform mails the customer.
  const more = app.getByRole('button', { name: 'More actions' });
  await more.click();
  const ask = app.getByRole('button', { name: 'Ask for payment method', exact: true });
  await ask.click();
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
  await page.keyboard.press('Enter');
  await ask.click();
  // Only now, since a picture of the narrow screen takes the wide one's button away.
  await inspect('customers-ask-for-method');
  await dialog.getByRole('button', { name: 'Send mail' }).click();
  await expect(page.getByText('Your customer was mailed', { exact: true })).toBeVisible();

  // Paused until a day, and resumed sooner.
  await app.getByRole('button', { name: 'Pause', exact: true }).click();
  await dialog.getByLabel('Resume by itself on').fill(usual);
  await inspect('customers-pause');
  await failOnceAt('PauseContract');
  await dialog.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(failed).toBeVisible();
  await dialog.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(app.getByText(/It resumes by itself on/)).toBeVisible();
  await app.getByRole('button', { name: 'Resume', exact: true }).click();
  await failOnceAt('ActivateContract');
  await dialog.getByRole('button', { name: 'Resume', exact: true }).click();
  await expect(failed).toBeVisible();
  await dialog.getByRole('button', { name: 'Resume', exact: true }).click();
  await expect(app.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();

  // Paused and resumed, by keyboard.
  const press = async (action: string) => {
    const button = app.getByRole('button', { name: action, exact: true });
    await button.focus();
    await page.keyboard.press('Enter');
    const confirm = dialog.getByRole('button', { name: action, exact: true });
    await expect(confirm).toBeEnabled();
    await expect(confirm).not.toHaveAttribute('aria-disabled', 'true');
    await confirm.focus();
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
  };
  await press('Pause');
  await expect(app.getByText('Nothing is charged while the subscription is paused.')).toBeVisible();
  expect(await statusNow()).toBe('PAUSED');
  await inspect('customers-paused');
  await press('Resume');
  await expect(app.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  expect(await statusNow()).toBe('ACTIVE');

  // Somebody else was faster.
  await more.click();
  await app.getByRole('button', { name: 'Cancel subscription', exact: true }).click();
  await dialog.getByLabel('Reason').selectOption('Too expensive');
  await inspect('customers-cancel');
  await skipElsewhere(2);
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(tooLate).toBeVisible();
  await expect(app.getByText('Skipped', { exact: true })).toHaveCount(2);
  expect(await statusNow()).toBe('ACTIVE');
  // The platform fails, and nothing is lost.
  await failOnceAt('CancelContract');
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(failed).toBeVisible();
  expect(await statusNow()).toBe('ACTIVE');
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(page.getByText('Subscription canceled')).toBeVisible();
  await expect(
    app.getByText('This subscription has ended. There are no more orders.'),
  ).toBeVisible();
  expect(await statusNow()).toBe('CANCELLED');
  await expect(
    app.getByText('The subscription was canceled (too expensive) by you.'),
  ).toBeVisible();
  await expect(more).toHaveCount(0);

  errors.expect(/status of 404/);
  await openScreen(admin, '/customers/99999');
  await expect(app.getByText('There is no page at this address')).toBeVisible();
});
