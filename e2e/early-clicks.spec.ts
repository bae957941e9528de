import type { Admin } from './admin.ts';
import type { StoreHandle } from './control.ts';
import { expect, stores, test } from './fixtures.ts';
import type { TestStack } from './stack.ts';

// A page is readable before its scripts arrive. Earlier clicks take effect once the scripts have loaded.

test.use({ stackKind: 'standalone' });

/** Opens a screen but holds its scripts back until the returned function is called. */
async function openWithoutScripts(
  admin: Admin,
  stack: TestStack,
  path: string,
  store?: StoreHandle,
): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await admin.page.route(`${stack.appUrl}/assets/*.js`, async (route) => {
    await released;
    await route.fallback();
  });
  await admin.page.goto(admin.addressOf(path, store), { waitUntil: 'commit' });
  return release;
}

test('the action of a page', async ({ admin, stack }) => {
  const release = await openWithoutScripts(admin, stack, '/fixed-subscription');
  await admin.app.getByText('Add', { exact: true }).click();
  await expect(admin.app.getByRole('dialog')).toHaveCount(0);
  release();
  await expect(admin.app.getByRole('dialog')).toHaveCount(1);
});

test('a link', async ({ admin, stack }) => {
  const release = await openWithoutScripts(admin, stack, '/fixed-subscription');
  await admin.app.getByRole('link', { name: 'Welcome offer' }).click();
  release();
  await expect(admin.app.getByRole('heading', { name: 'Welcome offer', level: 1 })).toBeVisible();
  await expect.poll(() => admin.path()).toMatch(/^\/fixed-subscription\/\d+$/);
});

test('an action is carried out once, however often it was clicked', async ({
  admin,
  apiProxy,
  stack,
}) => {
  apiProxy.override('GET', '/proposed-vendor', {
    status: 200,
    body: { name: 'Sasha', email: 'sasha@first-crack.example', notes: '', stepsCompleted: 1 },
  });
  const release = await openWithoutScripts(admin, stack, '/', stores.fresh);
  const create = admin.app.getByRole('button', { name: 'Create simple plan' });
  await create.click({ clickCount: 3 });
  release();
  await expect(admin.app.getByText('2 of 4 steps completed')).toBeVisible();
  expect(apiProxy.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});
