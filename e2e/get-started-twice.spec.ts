import { errorTexts } from '#contract/error-texts.ts';
import { Admin } from './admin.ts';
import { expect, stores, test } from './fixtures.ts';
import { expectNarrow } from './narrow.ts';
import { openScreen } from './open-screen.ts';
import { storedGroups } from './stored-groups.ts';

// Get started in two tabs at once, on a phone, and while offline.

test.afterEach(({ context, control }) => control.eraseStore(stores.fresh, context));

test('two tabs take each step once, and the widget is installed once the connection is back', async ({
  admin,
  context,
  control,
  errors,
  stack,
}) => {
  const other = new Admin(await context.newPage(), stack);
  const tabs = [admin, other];
  for (const tab of tabs) {
    await openScreen(tab, '/', stores.fresh);
    await expect(tab.app.getByText('0 of 4 steps completed')).toBeVisible();
  }
  await expectNarrow(admin);

  for (const [index, { app }] of tabs.entries()) {
    await app.getByRole('button', { name: 'Apply' }).click();
    await app.getByRole('textbox', { name: 'Full name' }).fill(`Sasha ${index}`);
    await app.getByRole('textbox', { name: 'Email' }).fill('sasha@first-crack.example');
    await app.getByRole('button', { name: 'Submit', exact: true }).click();
    await expect(app.getByText('1 of 4 steps completed')).toBeVisible();
  }

  await Promise.all(
    tabs.map(({ app }) => app.getByRole('button', { name: 'Create simple plan' }).dblclick()),
  );
  for (const { app } of tabs) await expect(app.getByText('2 of 4 steps completed')).toBeVisible();
  expect(await storedGroups(control, stores.fresh, 'Cadence Simple Subscription')).toHaveLength(1);

  // Dismissing in one tab dismisses it in the other at its next visit, where it can be brought back.
  await admin.app.getByRole('button', { name: 'Dismiss', exact: true }).click();
  await expect(admin.app.getByRole('heading', { name: 'Cadence' })).toBeVisible();
  await openScreen(other, '/', stores.fresh);
  await other.app.getByRole('button', { name: 'Continue' }).click();
  await expect(other.app.getByText('2 of 4 steps completed')).toBeVisible();
  await openScreen(admin, '/', stores.fresh);
  await expect(admin.app.getByText('2 of 4 steps completed')).toBeVisible();

  // Offline, installing the widget fails.
  errors.expect(/net::ERR_|Failed to fetch/);
  await control.grow(stores.fresh, { products: 1, groups: 1, variantsInGroup: 1 });
  await openScreen(admin, '/', stores.fresh);
  await expect(admin.app.getByText('3 of 4 steps completed')).toBeVisible();
  await context.setOffline(true);
  // The offline notice moves the button down and up again; a key press finds it anyway.
  const notice = admin.app.getByText("You're offline", { exact: true });
  await expect(notice).toBeVisible();
  await admin.app.getByRole('button', { name: 'Install Widget' }).press('Enter');
  await expect(admin.app.getByText(errorTexts.offline)).toBeVisible();
  await expect(admin.app.getByText('3 of 4 steps completed')).toBeVisible();
  await context.setOffline(false);
  await expect(notice).toBeHidden();
  await admin.app.getByRole('button', { name: 'Install Widget' }).press('Enter');
  await expect(admin.app.getByText('Save the widget in your theme editor')).toBeVisible();
  await expect(admin.app.getByRole('button', { name: 'Open theme editor' })).toBeVisible();
});
