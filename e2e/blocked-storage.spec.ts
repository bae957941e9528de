import { expect, stores, test } from './fixtures.ts';
import { openGroupForm } from './group-form.ts';
import { openScreen, screenReady } from './open-screen.ts';

// Many browsers block storage in cross-site frames, and the app must work there too.

test.use({ blocksThirdPartyStorage: true });

test('the browser really blocks it', async ({ page, admin, stack }) => {
  await admin.openPage('/products');
  // A page of the app's origin that lacks the app's stand-in for storage.
  await page.evaluate((address) => {
    const frame = document.createElement('iframe');
    frame.title = 'storage';
    frame.src = address;
    document.body.append(frame);
  }, `${stack.appUrl}/healthz`);
  await expect(page.frameLocator('iframe[title="storage"]').getByText('ok')).toBeAttached();
  const frame = page.frames().find((each) => each.url().endsWith('/healthz'));
  const refusal = await frame?.evaluate(() => {
    try {
      sessionStorage.setItem('key', 'value');
      return null;
    } catch (error) {
      return error instanceof DOMException ? error.name : String(error);
    }
  });
  expect(refusal).toBe('SecurityError');
});

test('a merchant adds a selling plan and finds it again', async ({ admin, page }) => {
  await openScreen(admin, '/', stores.established);
  await page.getByRole('link', { name: 'Selling Plans' }).click();
  const names = admin.app.getByRole('row').getByRole('link');
  await expect(names).toHaveText([
    'Brew-based refill',
    'Every week or two',
    'Imported coffee club',
    'Welcome offer',
  ]);

  const form = await openGroupForm(admin);
  await form.fill({
    name: 'Nothing to remember',
    firstOrderDiscount: '20',
    options: [
      { every: '2', interval: 'Week' },
      { every: '1', interval: 'Month', percentage: '5' },
    ],
  });
  await form.save.click();
  await expect(form.dialog).toBeHidden();
  await admin.app.getByRole('searchbox').fill('remember');
  await expect(names).toHaveText(['Nothing to remember']);
  await expect.poll(() => admin.path()).toBe('/fixed-subscription?query=remember');

  for (const reload of [() => admin.reloadFrame(), () => page.reload()]) {
    await reload();
    await screenReady(admin);
    await expect(names).toHaveText(['Nothing to remember']);
  }
  await page.getByRole('link', { name: 'Contact Us' }).click();
  await expect(admin.app.getByRole('heading', { name: 'Have any queries?' })).toBeVisible();
  await page.goBack();
  await expect(names).toHaveText(['Nothing to remember']);
});

test('a new store gets started', async ({ admin }) => {
  await openScreen(admin, '/', stores.fresh);
  await expect(admin.app.getByRole('heading', { name: 'Get started' })).toBeVisible();
  await admin.app.getByRole('button', { name: 'Apply' }).click();
  await expect(admin.app.getByRole('dialog', { name: 'Tell us about you' })).toBeVisible();
});
