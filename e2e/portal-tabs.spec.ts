import { expect, test } from './fixtures.ts';
import { heading, magicLink, signedOut } from './portal-page.ts';

// A browser has one session of the portal for all its tabs.

test('a tab whose session another one took over is loaded anew, and none outlives signing out', async ({
  context,
  control,
  errors,
  page,
  stack,
}) => {
  errors.expect(/status of 401/);
  await page.goto(await magicLink(context, control, stack));
  await expect(heading(page, 'Customers')).toBeVisible();
  await page.evaluate(() => Reflect.set(window, 'isFirstDocument', true));
  const other = await context.newPage();
  await other.goto(await magicLink(context, control, stack));
  await expect(heading(other, 'Customers')).toBeVisible();

  await page.getByRole('navigation').getByRole('link', { name: 'Orders', exact: true }).click();
  await expect(heading(page, 'Orders')).toBeVisible();
  expect(await page.evaluate(() => 'isFirstDocument' in window)).toBe(false);

  await other.getByRole('button', { name: 'Sign out' }).dblclick();
  await expect(heading(other, signedOut)).toBeVisible();
  await other.goBack();
  await expect(heading(other, signedOut)).toBeVisible();
  await expect(other.getByRole('table')).toHaveCount(0);

  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(heading(page, signedOut)).toBeVisible();
});
