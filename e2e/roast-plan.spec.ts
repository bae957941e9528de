import { readFile } from 'node:fs/promises';
import { expect, stores } from './fixtures.ts';
import { openScreen } from './open-screen.ts';
import { testWithOwnStack } from './own-stack.ts';
import { resize } from './resize.ts';

// 'Roast Plan', beyond the specification: what the coming orders need, taken, and marked where it changes afterwards.

// Between tests the platform forgets subscriptions, and gives their numbers again, while the app keeps what it has read of them.
const test = testWithOwnStack();
const store = stores.established;

test('a day of the roast plan is taken, what changes afterwards is marked, and the plan is a file', async ({
  admin,
  control,
  errors,
  inspect,
  page,
}) => {
  test.slow();
  const { app } = admin;
  await openScreen(admin, '/roast-plan');
  await expect(app.getByRole('heading', { name: 'Nothing to roast for' })).toBeVisible();
  await inspect('roast-plan-empty');
  await control.act(store, 'subscription', { quantity: 3 });
  const sheet = app.getByRole('table').first();
  await expect(async () => {
    await page.reload();
    await expect(sheet.getByRole('cell', { name: '3', exact: true })).toBeVisible({
      timeout: 3_000,
    });
  }).toPass({ timeout: 60_000 });
  await expect(app.getByText('Billing hasn’t started')).toBeVisible();

  errors.expect(/status of 400 .+\/roast-plan\/loss/);
  await app.getByLabel('Roasting loss').fill('much');
  await app.getByRole('button', { name: 'Save' }).click();
  await expect(app.getByText('Must be a number from 0 to 50')).toBeVisible();
  await app.getByLabel('Roasting loss').fill('20');
  await app.getByRole('button', { name: 'Save' }).click();
  await expect(app.getByText(/0\.75 kg roasted, 0\.94 kg green/).first()).toBeVisible();

  errors.expect(/status of 500 .+\/roast-plan\/day/);
  const day = /resources\/roast-plan\/day/;
  await page.route(day, (route) => route.fulfill({ status: 500 }));
  await app.getByRole('button', { name: 'We roast this' }).click();
  await expect(
    app.getByText('Oops, something went wrong. Please try again later or contact support.'),
  ).toBeVisible();
  await page.unroute(day);
  await app.getByRole('button', { name: 'We roast this' }).click();
  await expect(app.getByText(/^You said on .* that you roast this\.$/)).toBeVisible();

  await control.act(store, 'subscription', { quantity: 2 });
  await expect(async () => {
    await page.reload();
    await expect(sheet.getByText('2 more')).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
  await expect(app.getByText('1 change since it was taken')).toBeVisible();
  await inspect('roast-plan');
  const desk = page.viewportSize();
  await resize(page, { width: 400, height: 800 });
  expect(
    await (await admin.frame()).evaluate(
      () => document.documentElement.scrollWidth > window.innerWidth,
    ),
  ).toBe(false);
  if (desk) await resize(page, desk);

  // On paper is what the roaster needs, and nothing to press.
  await page.emulateMedia({ media: 'print' });
  await expect(sheet.getByText('2 more')).toBeVisible();
  await expect(app.getByText('1 change since it was taken')).toBeVisible();
  await expect(app.getByRole('button')).toHaveCount(0);
  await expect(app.getByRole('link')).toHaveCount(0);
  await expect(app.getByRole('textbox')).toHaveCount(0);
  await inspect('roast-plan-printed');
  await page.emulateMedia({ media: 'screen' });
  // The browser's own dialog is none of the page.
  const printing = (await admin.frame()).evaluate(
    () =>
      new Promise<void>((resolve) => {
        window.print = resolve;
      }),
  );
  await app.getByRole('button', { name: 'Print' }).click();
  await printing;

  const downloading = page.waitForEvent('download');
  await app.getByRole('button', { name: 'Export the plan as a CSV file' }).click();
  const file = await (await downloading).path();
  const [headings, first] = (await readFile(file, 'utf8')).split('\r\n');
  expect(headings).toContain('Day,Coffee,Variant,Bags,Roasted kg,Green kg');
  expect(first).toMatch(/^2\d{3}-\d\d-\d\d,.*,5,1\.25,1\.563,\d+,\d+,2 more$/);

  await app.getByRole('button', { name: 'We roast it as it is now' }).click();
  await expect(app.getByText('Taken', { exact: true }).first()).toBeVisible();
  await expect(sheet.getByText('2 more')).toBeHidden();
  await app.getByRole('button', { name: 'Take back' }).click();
  await expect(app.getByRole('button', { name: 'We roast this' })).toBeVisible();
});
