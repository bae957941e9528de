import { z } from 'zod';
import { themeTexts, widgetBlocks } from '#contract/theme.ts';
import { accessScopes } from '#process/access-scopes.ts';
import type { Control } from './control.ts';
import { expect, stores, test } from './fixtures.ts';
import { holdRequests } from './held-requests.ts';
import { openScreen, screenReady } from './open-screen.ts';

// Specification §2, "Settings page": FAQ Page, Updates and the widget's section.

const store = stores.established;
const pagesSchema = z.object({
  pages: z.object({ nodes: z.array(z.object({ id: z.string(), handle: z.string() })) }),
});

async function faqPages(control: Control) {
  const query = '{ pages(first: 50, query: "handle:subscription-faq") { nodes { id handle } } }';
  return (await control.graphql(store, pagesSchema, query)).pages.nodes;
}

const changeTheme = (control: Control, kind: 'add-block' | 'remove-block') =>
  control.act(store, 'theme', { kind, template: 'product', block: widgetBlocks.block });

test('an FAQ page is made in the store, edited there, and read by customers', async ({
  admin,
  context,
  control,
  errors,
  inspect,
  page,
}) => {
  // The frame with the page's text blocks Playwright's own scripts.
  errors.expect(/^console: Blocked script execution in 'about:srcdoc' because/);
  await openScreen(admin, '/settings');
  // The platform's reset has removed the page that an earlier test made.
  const generate = admin.app.getByRole('button', { name: 'Generate an FAQ Page' });
  await expect(generate).toBeVisible();
  const release = await holdRequests(page, 'POST', '/resources/faq-page');
  await generate.click();
  await expect(admin.app.getByRole('button', { name: 'Processing...' })).toBeVisible();
  release();
  const edit = admin.app.getByRole('button', { name: 'Edit FAQ Page' });
  await expect(edit).toBeVisible();
  await expect(page.getByText('FAQ page created')).toBeVisible();
  expect(await faqPages(control)).toHaveLength(1);
  await inspect('settings-faq');

  await edit.click();
  await expect(page.getByRole('heading', { name: 'Subscription FAQ' })).toBeVisible();
  await inspect('faq-page-in-admin');
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'View in your online store' }).click();
  const shop = await opened;
  await expect(shop.getByRole('heading', { level: 1 })).toHaveText('Subscription FAQ');
  await expect(
    shop.getByRole('heading', { name: 'Which subscriptions can I choose from?' }),
  ).toBeVisible();
  await expect(shop.getByRole('listitem').first()).toContainText(/^(Every|Delivered)/);
});

test('an FAQ page that was deleted in the store can be made again', async ({ admin, control }) => {
  await openScreen(admin, '/settings');
  await admin.app.getByRole('button', { name: 'Generate an FAQ Page' }).click();
  await expect(admin.app.getByRole('button', { name: 'Edit FAQ Page' })).toBeVisible();
  const [first] = await faqPages(control);
  const mutation = 'mutation($id: ID!) { pageDelete(id: $id) { deletedPageId } }';
  await control.graphql(store, z.unknown(), mutation, { id: first?.id });
  await openScreen(admin, '/settings');
  await expect(admin.app.getByText('The page was deleted in your store.')).toBeVisible();
  await admin.app.getByRole('button', { name: 'Generate an FAQ Page' }).click();
  await expect(admin.app.getByRole('button', { name: 'Edit FAQ Page' })).toBeVisible();
  const pages = await faqPages(control);
  expect(pages).toHaveLength(1);
  expect(pages[0]?.id).not.toBe(first?.id);
});

test('an FAQ page that can not be made gives way to the reason, and then to another try', async ({
  admin,
  control,
  errors,
}) => {
  errors.expect(/status of 502/);
  await openScreen(admin, '/settings');
  await control.addFault({ kind: 'status', status: 500, operation: 'CreateFaqPage' });
  const generate = admin.app.getByRole('button', { name: 'Generate an FAQ Page' });
  await generate.click();
  await expect(admin.app.getByRole('heading', { name: 'Error' })).toBeVisible();
  await admin.app.getByRole('button', { name: 'Back to settings' }).click();
  await expect(admin.app.getByText('Not saved: FAQ Page')).toBeVisible();
  await generate.click();
  await expect(admin.app.getByRole('button', { name: 'Edit FAQ Page' })).toBeVisible();
  await expect(admin.app.getByText('Not saved: FAQ Page')).toBeHidden();
  expect(await faqPages(control)).toHaveLength(1);
});

test('permissions that are missing are named, and granted outside of the app', async ({
  admin,
  control,
  errors,
  inspect,
  page,
}) => {
  errors.expect(/status of 401/);
  await control.setScopes(
    store,
    accessScopes.filter((scope) => scope !== 'write_files'),
  );
  await openScreen(admin, '/settings');
  await expect(admin.app.getByRole('heading', { name: 'Required permissions' })).toBeVisible();
  await expect(admin.app.getByRole('listitem').filter({ hasText: 'Write files' })).toBeVisible();
  await inspect('settings-required-permissions');
  await admin.app.getByRole('button', { name: 'Update', exact: true }).click();
  const grant = page.getByRole('button', { name: 'Grant' });
  await expect(grant).toBeVisible();
  expect(new URL(page.url()).searchParams.get('client_id')).toMatch(/^[0-9a-f]{32}$/);
  await grant.click();
  await screenReady(admin);
  await openScreen(admin, '/settings');
  await expect(admin.app.getByText('Your application is up to date')).toBeVisible();
});

test('the theme is brought up to date, or by hand, or fails in words that stay', async ({
  admin,
  control,
  errors,
  inspect,
  page,
}) => {
  errors.expect(/status of 502/);
  await openScreen(admin, '/settings');
  await expect(admin.app.getByRole('button', { name: 'Turn on in theme editor' })).toBeVisible();
  const update = admin.app.getByRole('button', { name: 'Update theme' });
  const release = await holdRequests(page, 'POST', '/resources/theme');
  await update.click();
  await expect(admin.app.getByRole('button', { name: 'Updating' })).toBeVisible();
  release();
  await expect(admin.app.getByText(themeTexts.manualUpdateRequired)).toBeVisible();
  await inspect('settings-manual-theme-update');

  await control.addFault({ kind: 'status', status: 500, operation: 'themes', times: 9 });
  await update.click();
  await expect(admin.app.getByText(themeTexts.updateFailed)).toBeVisible();
  await control.clearFaults();

  await changeTheme(control, 'add-block');
  await update.click();
  await expect(page.getByText(themeTexts.updated)).toBeVisible();
  await expect(admin.app.getByText(themeTexts.updateFailed)).toBeHidden();
  await expect(admin.app.getByText(themeTexts.manualUpdateRequired)).toBeHidden();

  await openScreen(admin, '/settings');
  const [editor] = await Promise.all([
    page.context().waitForEvent('page'),
    admin.app.getByRole('button', { name: 'Change in theme editor' }).click(),
  ]);
  await expect(editor.getByRole('heading', { name: 'Theme editor' })).toBeVisible();
});

test('what the store can not be asked for is said in its section, and asked again', async ({
  admin,
  control,
  errors,
}) => {
  errors.expect(/status of 502/);
  await control.addFault({ kind: 'status', status: 500, operation: 'GrantedScopes', times: 99 });
  await control.addFault({ kind: 'status', status: 500, operation: 'WidgetTheme', times: 99 });
  await openScreen(admin, '/settings');
  const permissions = admin.app.getByText('We couldn’t check your permissions');
  // The app tries three more times, which takes seven seconds.
  await expect(permissions).toBeVisible({ timeout: 20_000 });
  await expect(admin.app.getByText('We couldn’t check your theme')).toBeVisible();
  await control.clearFaults();
  await admin.app.getByRole('button', { name: 'Try again' }).first().click();
  await expect(admin.app.getByText('Your application is up to date')).toBeVisible();
  await admin.app.getByRole('button', { name: 'Try again' }).click();
  await expect(admin.app.getByRole('button', { name: 'Turn on in theme editor' })).toBeVisible();
});
