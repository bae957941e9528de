import { expect, test } from './fixtures.ts';

test('what goes wrong is chosen in the top bar, by keyboard, and is gone once it is ended', async ({
  admin,
  control,
  inspect,
  page,
}) => {
  await admin.openPage('/shipstation');
  const menu = page.getByRole('button', { name: /^Scenarios/ });
  const item = (name: RegExp) => page.getByRole('menuitem', { name });
  await expect(menu).toHaveAccessibleName('Scenarios: none on');
  await menu.press('Enter');
  await item(/^Rejects some orders/).press('ArrowDown');
  await item(/^Too many requests/).press('ArrowDown');
  await expect(item(/^Refuses the keys/)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(menu).toHaveAccessibleName('Scenarios: ShipStation: Refuses the keys');
  // A terminal begins another: the menu says both, while it is closed.
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
