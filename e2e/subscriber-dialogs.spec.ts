import { z } from 'zod';
import { addDays } from '#contract/calendar.ts';
import { formatDay } from '#contract/format.ts';
import type { Control } from './control.ts';
import { expect, stores } from './fixtures.ts';
import { losePosts } from './lost-posts.ts';
import { expectNarrow } from './narrow.ts';
import { openScreen } from './open-screen.ts';
import { testWithOwnStack } from './own-stack.ts';
import { Picker } from './picker.ts';

// What is done to a subscriber by dialogs of their own, beyond the specification, and the ways there from saved views and the store's pages.

const test = testWithOwnStack();
const store = stores.established;

const contractsSchema = z.object({
  subscriptionContracts: z.object({
    nodes: z.array(z.object({ id: z.string(), customer: z.object({ id: z.string() }) })),
  }),
});
const ordersSchema = z.object({
  orders: z.object({ nodes: z.array(z.object({ id: z.string() })) }),
});
const numberOf = (node?: { id: string }) => node?.id.split('/').at(-1) ?? '';

/** Somebody subscribes; the newest contract of the store. */
async function newSubscription(control: Control) {
  await control.act(store, 'subscription', {});
  const { subscriptionContracts } = await control.graphql(
    store,
    contractsSchema,
    '{ subscriptionContracts(first: 1, reverse: true) { nodes { id customer { id } } } }',
  );
  return subscriptionContracts.nodes[0];
}

test('a customer leads to their subscription, whose address, plan and days are changed', async ({
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
  const contract = await newSubscription(control);
  const plan = app.getByRole('button', { name: 'Change plan', exact: true });
  await expect(async () => {
    await admin.openPage(`/customers/${numberOf(contract?.customer)}`);
    await page.getByRole('button', { name: 'See subscriptions in Cadence' }).click();
    await expect(plan).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
  // The address follows a moment after the screen.
  await expect.poll(() => admin.path()).toBe(`/customers/${numberOf(contract)}`);
  const dialog = app.getByRole('dialog');
  const confirm = (name: string) => dialog.getByRole('button', { name, exact: true });

  await app.getByRole('button', { name: 'Change delivery address' }).click();
  const street = dialog.getByLabel('Street and number');
  await expect(street).not.toHaveValue('');
  const before = await street.inputValue();
  await street.fill('');
  await confirm('Save').click();
  await expect(dialog.getByText('Enter a street and number')).toBeVisible();
  await expect(street).toBeFocused();
  await expectNarrow(admin, () => inspect('subscriber-address'));
  const long = 'Unter den immergrünen Lindenbäumen am Rathausmarkt 1234 b, Hinterhaus';
  await street.fill(long);
  await dialog.getByLabel('Price of delivery').fill('12.5');
  errors.expect(/status of 502/);
  await control.addFault({ kind: 'status', status: 502, operation: 'UpdateDraft' });
  await confirm('Save').click();
  await expect(dialog.getByText(/^Oops, something went wrong/)).toBeVisible();
  await expect(street).toHaveValue(long);
  // Not page.goBack(), which would wait for a navigation that the question holds back. Back leads out of the app, so the admin asks.
  await page.evaluate(() => history.back());
  const question = page.getByRole('dialog', { name: 'You have unsaved changes' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await confirm('Cancel').click();
  await expect(dialog.getByText('The address you typed will be lost.')).toBeVisible();
  await confirm('Keep editing').click();
  await expect(street).toHaveValue(long);
  // A double click changes it once.
  await confirm('Save').dblclick();
  await expect(page.getByText('Delivery address changed')).toBeVisible();
  await expect(app.getByText(/^The delivery address was changed/)).toHaveCount(1);
  await app.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(street).toHaveValue(before);
  await expectNarrow(admin, () => inspect('subscriber-address-undo'));
  await confirm('Undo').dblclick();
  await expect(page.getByText('Delivery address is as before')).toBeVisible();
  await expect(app.getByText(/^The delivery address was changed/)).toHaveCount(2);

  await plan.click();
  const monthly = dialog.getByRole('radio', { name: 'Every month' });
  await expect(monthly).toBeVisible();
  await confirm('Change plan').click();
  await expect(dialog.getByText('Pick a plan')).toBeVisible();
  await expect(dialog.getByRole('radio').first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(monthly).toBeChecked();
  await expect(dialog.getByText(/^The next order will cost/)).toBeVisible();
  await expectNarrow(admin, () => inspect('subscriber-plan'));
  // Its answer is lost, but not the change.
  await control.addFault({
    ...{ kind: 'status', status: 502, operation: 'CommitContractDraft', afterExecution: true },
  });
  await confirm('Change plan').click();
  await expect(page.getByText('Plan changed')).toBeVisible();
  await expect(
    app.getByText('The plan was changed from Every week to Every month by you.'),
  ).toHaveCount(1);

  const move = app.getByRole('button', { name: /^Move the order of/ });
  await move.first().click();
  await dialog.getByLabel('What moves').selectOption('This order and all that follow');
  const day = dialog.getByLabel('New day');
  const next = addDays(await day.inputValue(), 2);
  await day.fill('');
  await confirm('Move order').click();
  await expect(dialog.getByText('Pick a day')).toBeVisible();
  await expectNarrow(admin, () => inspect('subscriber-move-following'));
  await day.fill(next);
  await confirm('Move order').click();
  await expect(page.getByText('Order moved')).toBeVisible();
  await expect(move.first()).toHaveAccessibleName(`Move the order of ${formatDay(next)}`);
  await inspect('subscriber-changed');
});

test('a view is saved, found again and deleted, and an order without a subscription says so', async ({
  admin,
  control,
  errors,
  inspect,
  page,
}) => {
  test.slow();
  const { app } = admin;
  await openScreen(admin, '/customers');
  const list = app.getByRole('region', { name: 'subscriptions' });
  const dialog = app.getByRole('dialog');
  const confirm = (name: string) => dialog.getByRole('button', { name, exact: true });
  const view = app.getByLabel('View', { exact: true });
  const reason = app.getByLabel('Cancel reason');
  await reason.selectOption('Too expensive');
  await expect(list.getByText('No subscription matches these filters.')).toBeVisible();
  await app.getByRole('button', { name: 'Save view' }).click();
  await confirm('Save').click();
  await expect(dialog.getByText('Please enter a name')).toBeVisible();
  await expectNarrow(admin, () => inspect('subscribers-view-save'));
  const name = 'Everybody who found us too expensive, to be written to again';
  await dialog.getByLabel('Name').fill(name);
  const failed = dialog.getByText('Something went wrong!', { exact: true });
  errors.expect(/net::ERR/);
  await losePosts(page, '/customers');
  await confirm('Save').click();
  await expect(failed).toBeVisible();
  await expect(dialog.getByLabel('Name')).toHaveValue(name);
  await page.unrouteAll();
  await confirm('Save').dblclick();
  await expect(page.getByText('View saved')).toBeVisible();
  await expect(app.getByRole('heading', { name: 'Subscribers', level: 1 })).toBeFocused();
  await expectNarrow(admin, () => inspect('subscribers-view'));
  await view.selectOption('All subscriptions');
  await expect(reason).toHaveValue('');
  await view.selectOption(name);
  await expect(reason.getByRole('option', { name: 'Too expensive', selected: true })).toHaveCount(
    1,
  );
  await app.getByRole('button', { name: 'Rename view' }).click();
  await expect(dialog.getByLabel('Name')).toHaveValue(name);
  await dialog.getByLabel('Name').fill('Too dear');
  await expectNarrow(admin, () => inspect('subscribers-view-rename'));
  await confirm('Save').click();
  await expect(dialog).toHaveCount(0);
  await expect(view.getByRole('option', { name: 'Too dear', selected: true })).toHaveCount(1);
  await app.getByRole('button', { name: 'Delete view' }).click();
  await expectNarrow(admin, () => inspect('subscribers-view-delete'));
  await losePosts(page, '/customers');
  await confirm('Delete').click();
  await expect(failed).toBeVisible();
  await expect(view.getByRole('option', { includeHidden: true })).toHaveCount(2);
  await page.unrouteAll();
  await confirm('Delete').click();
  await expect(page.getByText('View deleted')).toBeVisible();
  await expect(view.getByRole('option')).toHaveCount(1);

  const { orders } = await control.graphql(
    store,
    ordersSchema,
    '{ orders(first: 1) { nodes { id } } }',
  );
  await admin.openPage(`/orders/${numberOf(orders.nodes[0])}`);
  await page.getByRole('button', { name: 'See subscription in Cadence' }).click();
  await expect(app.getByText('We know of no subscription of this order')).toBeVisible();
  await expectNarrow(admin, () => inspect('subscribers-of-order'));
});

test('a product is added to the next order alone, and taken out of it again', async ({
  admin,
  control,
  errors,
  inspect,
  page,
}) => {
  test.slow();
  const { app } = admin;
  await openScreen(admin);
  const number = numberOf(await newSubscription(control));
  // Until it is heard of.
  errors.expect(/status of 404/);
  const more = app.getByRole('button', { name: 'More actions' });
  await expect(async () => {
    await openScreen(admin, `/customers/${number}`);
    await expect(more).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
  const dialog = app.getByRole('dialog');
  const confirm = (name: string) => dialog.getByRole('button', { name, exact: true });

  await more.click();
  await app.getByRole('button', { name: 'Add a product once', exact: true }).click();
  await confirm('Add product').click();
  await expect(dialog.getByText('Choose a product', { exact: true })).toBeVisible();
  await expect(dialog.getByText('Enter a price')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Choose product' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Choose product' }).click();
  const picker = new Picker(page);
  await picker.products.getByRole('checkbox').nth(2).check();
  await picker.add.click();
  await expect(
    dialog.getByText(/^The order of .* will hold .*, 1 × .*, instead of \$/),
  ).toBeVisible();
  await expect(dialog.getByLabel(/^Price for one/)).not.toHaveValue('');
  await dialog.getByLabel('Quantity').fill('2');
  await dialog.getByLabel(/^Price for one/).fill('0');
  await inspect('subscriber-once');
  await expectNarrow(admin, () => inspect('subscriber-once-narrow'));
  errors.expect(/status of 502/);
  await control.addFault({ kind: 'status', status: 502, operation: 'SoldOnce' });
  await confirm('Add product').click();
  await expect(dialog.getByText(/^Oops, something went wrong/)).toBeVisible();
  // A double click adds it once.
  await confirm('Add product').dblclick();
  await expect(page.getByText('Product added')).toBeVisible();
  await expect(app.getByText('Added to this order alone')).toHaveCount(1);
  await expect(
    app.getByText(/ was added to the next order alone, for \$0\.00, by you\.$/),
  ).toHaveCount(1);
  await inspect('subscriber-once-added');
  await expectNarrow(admin, () => inspect('subscriber-once-added-narrow'));

  await app.getByRole('button', { name: /^Remove 2 × .* from the next order$/ }).click();
  await inspect('subscriber-once-remove');
  await confirm('Remove').click();
  await expect(page.getByText('Product removed')).toBeVisible();
  await expect(app.getByText('Added to this order alone')).toHaveCount(0);
});
