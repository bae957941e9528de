import { expect, stores, test } from './fixtures.ts';

test('the store’s settings send webhooks, and take the app out and put it back', async ({
  admin,
  page,
}) => {
  await admin.openPage('/settings');
  await page.getByRole('combobox', { name: 'Topic' }).selectOption('customers/data_request');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('button', { name: 'Send customers/data_request again' }).click();
  await page.getByRole('button', { name: 'Uninstall Cadence' }).click();
  await expect(page.getByText('Cadence is not installed.')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(3);
  await admin.openPage('/apps/cadence/contact-us');
  await page.getByRole('button', { name: 'Install' }).click();
  await expect(admin.app.getByText('Have any queries?', { exact: true })).toBeVisible();
});

test('errors in the app are seen', async ({ admin, errors }) => {
  await admin.open('/contact-us', { store: stores.fresh });
  await expect(admin.app.getByText('Have any queries?', { exact: true })).toBeVisible();
  const frame = await admin.frame();
  await frame.evaluate(() => {
    console.error('a console error in the frame');
    setTimeout(() => {
      throw new Error('an exception in the frame');
    });
    void Promise.reject(new Error('a rejection in the frame'));
  });
  await expect
    .poll(() => errors.unexpected)
    .toEqual(
      expect.arrayContaining([
        expect.stringContaining('a console error in the frame'),
        expect.stringContaining('a rejection in the frame'),
        expect.stringContaining('an exception in the frame'),
      ]),
    );
  errors.expect(/in the frame/);
});
