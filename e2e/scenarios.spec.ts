import { shipStationAccounts } from '#services/local-platform/testing.ts';
import { expect, test } from './fixtures.ts';

test('the clock is moved in the top bar, by keyboard, and shows where it is', async ({
  admin,
  errors,
  inspect,
  page,
}) => {
  errors.expect(/status of 400/);
  await admin.openPage('/mailbox');
  const clock = page.getByRole('button', { name: /^Clock/ });
  await expect(clock).toHaveAccessibleName('Clock');
  await clock.press('Enter');
  await page.getByRole('button', { name: '1 day' }).press('Enter');
  await expect(clock).toHaveAccessibleName(/^Clock: \w+ \d+, \d{4}/);
  // The clock stopped at a moment when the app has something to do.
  await expect(page.getByText(/^It’s \w+ \d+, \d{4}/)).toBeVisible();
  const toDate = page.getByLabel('To a date');
  await toDate.fill('2020-01-01T10:00');
  await toDate.press('Enter');
  await expect(page.getByText('The clock only goes forward')).toBeVisible();
  await inspect('admin-clock');
  await page.keyboard.press('Escape');
  await expect(clock).toBeFocused();
});

test('what goes wrong is chosen in the top bar, by keyboard, and is gone once it is ended', async ({
  admin,
  control,
  inspect,
  page,
}) => {
  await admin.openPage('/shipstation');
  for (const { name, key, secret } of shipStationAccounts) {
    await expect(page.getByRole('heading', { name })).toBeVisible();
    await expect(page.getByText(key)).toBeVisible();
    await expect(page.getByText(secret)).toBeVisible();
  }
  const menu = page.getByRole('button', { name: /^Scenarios/ });
  const item = (name: RegExp) => page.getByRole('menuitem', { name });
  await expect(menu).toHaveAccessibleName('Scenarios: none on');
  await menu.press('Enter');
  await item(/^Rejects some orders/).press('ArrowDown');
  await item(/^Too many requests/).press('ArrowDown');
  await expect(item(/^Refuses the keys/)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(menu).toHaveAccessibleName('Scenarios: ShipStation: Refuses the keys');
  // A terminal starts another scenario; the closed menu counts both.
  await control.startScenario('platform-throttled', { times: 2 });
  await expect(menu).toHaveAccessibleName('Scenarios: 2 scenarios on');
  await menu.press('Enter');
  await expect(item(/^Throttled/)).toContainText('On next 2 calls');
  await inspect('admin-scenarios');
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await menu.press('Enter');
  await item(/^End all scenarios/).press('Enter');
  await expect(menu).toHaveAccessibleName('Scenarios: none on');
});
