import { expect, stores, test } from './fixtures.ts';
import { type GroupEntry, openGroupForm } from './group-form.ts';
import { openScreen, screenReady } from './open-screen.ts';

// Saved data survives a restart of every process.

const cheapStart: GroupEntry = {
  name: 'Kept for good',
  firstOrderDiscount: '30',
  firstOrderDiscountCycles: '3',
  recurringDiscount: '10',
  options: [{}, { every: '1', interval: 'Month', percentage: '15' }],
};
const byTheCup: GroupEntry = {
  name: 'By the cup',
  usageBased: { planName: 'When the tin is empty' },
  options: [{ every: '3', interval: 'Day', percentage: '5' }],
};

test('groups of both stores outlive a restart, and a screen that stayed open works on', async ({
  admin,
  stack,
}) => {
  for (const [store, group] of [
    [stores.established, cheapStart],
    [stores.fresh, byTheCup],
  ] as const) {
    const form = await openGroupForm(admin, store);
    await form.fill(group);
    await form.save.click();
    await expect(form.dialog).toBeHidden();
    await expect(admin.app.getByRole('row', { name: group.name })).toBeVisible();
  }

  // Opens the form first, so that no restart interrupts the loading of its scripts. Once the preview shows, all are loaded.
  const form = await openGroupForm(admin);
  await expect(form.dialog.getByText('Every order costs')).toBeVisible();
  await form.cancel.click();
  await expect(form.dialog).toBeHidden();
  await stack.restart();

  const brew = admin.app.getByRole('row').getByRole('link');
  await admin.app.getByRole('searchbox').fill('brew');
  await expect(brew).toHaveText(['Brew-based refill']);
  await admin.reloadFrame();
  await screenReady(admin);
  await expect(brew).toHaveText(['Brew-based refill']);

  await openScreen(admin, '/fixed-subscription');
  await expect(
    admin.app.getByRole('row', { name: cheapStart.name }).getByRole('listitem'),
  ).toHaveText([
    'Every week, 30% off the first 3 orders, then 10% off',
    'Every month, 30% off the first 3 orders, then 15% off',
  ]);
  await openScreen(admin, '/fixed-subscription', stores.fresh);
  await expect(
    admin.app.getByRole('row', { name: byTheCup.name }).getByRole('listitem'),
  ).toHaveText(['Every 3 days, 5% off']);
});
