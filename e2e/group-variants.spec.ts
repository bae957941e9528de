import { z } from 'zod';
import type { Admin } from './admin.ts';
import type { ApiProxy } from './api-proxy.ts';
import { expect, stores, test } from './fixtures.ts';
import { openScreen } from './open-screen.ts';
import { openPicker } from './picker.ts';
import {
  countOperations,
  createGroup,
  groupNamed,
  numberOf,
  type PlatformVariant,
  variantsOf,
  variantsOfProduct,
} from './store-contents.ts';

// Specification §2 and §4: adding variants to a group and removing them.

const store = stores.established;
/** Has four variants. */
const product = 'Brazil Cerrado';

// Standalone, so that the tests can read what the app sends to the API.
test.use({ stackKind: 'standalone' });

const bodySchema = z.object({ variants: z.array(z.string()) });

function sentVariants(apiProxy: ApiProxy): string[][] {
  return apiProxy.requests
    .filter(({ method, path }) => method !== 'GET' && /\/variant(\/|$)/.test(path))
    .map(({ body }) => bodySchema.parse(JSON.parse(body)).variants);
}

test('adds only what is not in the group yet', async ({ admin, control, apiProxy, page }) => {
  const variants = await variantsOfProduct(control, store, product);
  const [first, ...rest] = variants.map(({ id }) => id);
  const group = await createGroup(control, store, {
    name: 'Some inside',
    variantIds: first === undefined ? [] : [first],
  });
  const picker = await openPicker(admin, group);
  await picker.search.fill(product);
  await picker.product(product).check();
  await picker.add.click();

  await expect(page.getByText('3 variants added')).toBeVisible();
  await expect(admin.app.getByText('4 variants', { exact: true })).toBeVisible();
  await expect(admin.app.getByRole('row', { name: /^Select (?!all)/ })).toHaveCount(4);
  expect(sentVariants(apiProxy).map((ids) => ids.toSorted())).toEqual([rest.toSorted()]);
  expect(await countOperations(control, store, 'AddSellingPlanGroupVariants')).toBe(1);
  expect(await variantsOf(control, store, group.id)).toHaveLength(4);

  await admin.app.getByRole('button', { name: 'Add Variants' }).click();
  await expect(picker.dialog.getByText('1 selected', { exact: true })).toBeVisible();
  await picker.add.click();
  await expect(page.getByText('Those variants are already in this group')).toBeVisible();
  expect(sentVariants(apiProxy)).toHaveLength(1);
});

/** Selects variants and presses "Remove Variants"; returns the dialog that asks for confirmation. */
async function askToRemove(admin: Admin, variants: Array<PlatformVariant | undefined>) {
  for (const variant of variants) {
    await admin.app.getByRole('checkbox', { name: `Select ${variant?.displayName}` }).check();
  }
  await admin.app.getByRole('button', { name: 'Remove Variants' }).click();
  return admin.app.getByRole('dialog', { name: 'Remove variants?' });
}

test('removes the chosen ones after a question', async ({
  admin,
  control,
  apiProxy,
  page,
  inspect,
}) => {
  const group = await groupNamed(control, store, 'Welcome offer');
  const [first, second, third] = await variantsOf(control, store, group.id);
  await openScreen(admin, `/fixed-subscription/${numberOf(group.id)}`);
  const question = await askToRemove(admin, [first, third]);
  await expect(question).toContainText('2 variants will be removed from this group.');
  await inspect('group-variants-remove');
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(sentVariants(apiProxy)).toEqual([]);

  await admin.app.getByRole('button', { name: 'Remove Variants' }).click();
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('2 variants removed')).toBeVisible();
  await expect(admin.app.getByText('34 variants', { exact: true })).toBeVisible();
  const left = (await variantsOf(control, store, group.id)).map(({ id }) => id);
  expect(left).toHaveLength(34);
  expect(left).toContain(second?.id);
  expect(left).not.toContain(first?.id);
  expect(left).not.toContain(third?.id);
});

test('tells that they were removed where only the answer was lost', async ({
  admin,
  control,
  apiProxy,
  errors,
}) => {
  errors.expect(/status of 502/);
  const group = await groupNamed(control, store, 'Welcome offer');
  const [first, second] = await variantsOf(control, store, group.id);
  await openScreen(admin, `/fixed-subscription/${numberOf(group.id)}`);
  apiProxy.override('DELETE', /\/variant\//, 'lose the answer');
  const question = await askToRemove(admin, [first, second]);
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(admin.page.getByText('2 variants removed')).toBeVisible();
  expect(await variantsOf(control, store, group.id)).toHaveLength(34);
});

test('one that is refused is named with its reason, and the others are added', async ({
  admin,
  control,
  page,
  inspect,
}) => {
  const variants = await variantsOfProduct(control, store, product);
  const group = await createGroup(control, store, { name: 'One refused' });
  const picker = await openPicker(admin, group);
  await control.addFault({
    kind: 'userErrors',
    operation: 'AddSellingPlanGroupVariants',
    userErrors: [{ field: ['productVariantIds', '1'], message: 'This one is not for sale.' }],
  });
  await picker.search.fill(product);
  await picker.product(product).check();
  await picker.add.click();

  const account = admin.app.getByRole('dialog', { name: '1 variant couldn’t be added' });
  await expect(account.getByRole('alert')).toHaveText(
    '3 variants added. 1 variant couldn’t be added.',
  );
  await expect(account.getByRole('heading', { name: 'This one is not for sale.' })).toBeVisible();
  await expect(account.getByRole('listitem')).toHaveText(variants[1]?.displayName ?? '');
  await inspect('group-variants-refused');
  expect(await variantsOf(control, store, group.id)).toHaveLength(3);

  await account.getByRole('button', { name: 'Try these again' }).click();
  await expect(page.getByText('4 variants added')).toBeVisible();
  await expect(account).toBeHidden();
  expect(await variantsOf(control, store, group.id)).toHaveLength(4);
});

test('adds 750 variants in 3 calls, with progress and an account of what failed', async ({
  admin,
  control,
  apiProxy,
  page,
  errors,
  inspect,
}) => {
  errors.expect(/status of 502/);
  await control.grow(store, { products: 280 });
  const group = await createGroup(control, store, { name: 'Many' });
  const picker = await openPicker(admin, group);
  await picker.scrollTo(280);
  expect(await picker.chooseVariants(750)).toBe(750);

  // Holds the second call while the test reads the progress; then the platform fails it.
  const release = apiProxy.hold('POST', /\/variant$/, { passing: 1 });
  await control.clearRequests();
  await picker.add.click();

  const progress = admin.app.getByRole('dialog', { name: 'Adding variants' });
  await expect(progress.getByRole('status')).toHaveText('250 variants of 750');
  await expect(progress.getByRole('progressbar')).toBeVisible();
  await control.addFault({ kind: 'status', status: 500, operation: 'AddSellingPlanGroupVariants' });
  release();
  const account = admin.app.getByRole('dialog', { name: '250 variants couldn’t be added' });
  await expect(account.getByRole('alert')).toHaveText(
    '500 variants added. 250 variants couldn’t be added.',
  );
  await expect(account.getByRole('heading', { name: /^Oops, something went wrong/ })).toBeVisible();
  await expect(account.getByRole('listitem')).toHaveCount(250);
  const sent = sentVariants(apiProxy);
  expect(sent.map((ids) => ids.length)).toEqual([250, 250, 250]);
  expect(new Set(sent.flat()).size).toBe(750);
  expect(await countOperations(control, store, 'AddSellingPlanGroupVariants')).toBe(3);
  expect((await groupNamed(control, store, 'Many')).productVariantsCount.count).toBe(500);
  await inspect('group-variants-failed');

  await account.getByRole('button', { name: 'Try these again' }).click();
  await expect(page.getByText('750 variants added')).toBeVisible();
  await expect(admin.app.getByText('750 variants', { exact: true })).toBeVisible();
  const again = sentVariants(apiProxy);
  expect(again).toHaveLength(4);
  expect(again[3]).toEqual(sent[1]);
  expect((await groupNamed(control, store, 'Many')).productVariantsCount.count).toBe(750);
});
