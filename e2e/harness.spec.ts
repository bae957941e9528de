import { expect, stores, test } from './fixtures.ts';

// Tests of the harness that the other tests build on.

test('the admin shows the app by address', async ({ admin }) => {
  await admin.open('/contact-us');
  await expect(admin.app.getByText('Have any queries?', { exact: true })).toBeVisible();
  expect(admin.path()).toBe('/contact-us');
});

for (const thirdPartyStorage of ['blocked', 'allowed'] as const) {
  test.describe(`with third-party storage ${thirdPartyStorage}`, () => {
    test.use({ thirdPartyStorage });

    test('the browser really does so', async ({ page, admin, stack }) => {
      await admin.openPage('/products');
      // A page of the app's origin without the app's stand-in for storage.
      await page.evaluate((address) => {
        const frame = document.createElement('iframe');
        frame.title = 'storage';
        frame.src = address;
        document.body.append(frame);
      }, `${stack.appUrl}/healthz`);
      await expect(page.frameLocator('iframe[title="storage"]').getByText('ok')).toBeAttached();
      const frame = page.frames().find((each) => each.url().endsWith('/healthz'));
      const access = await frame?.evaluate(() => {
        try {
          sessionStorage.setItem('key', 'value');
          return 'allowed';
        } catch (error) {
          return error instanceof DOMException && error.name === 'SecurityError'
            ? 'blocked'
            : error;
        }
      });
      expect(access).toBe(thirdPartyStorage);
    });

    test('the app opens', async ({ admin }) => {
      await admin.open('/contact-us');
      await expect(admin.app.getByText('Have any queries?', { exact: true })).toBeVisible();
    });
  });
}

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
