import { Admin } from './admin.ts';
import { expect, stores, test } from './fixtures.ts';
import { holdRequests } from './held-requests.ts';
import { openScreen } from './open-screen.ts';
import { productNamed, RotationScreen } from './rotation-screen.ts';

// Specification §2, "Manage Rotation", §4, §8, §9. Rotations survive the platform's reset, so each test uses its own product.

const [huila, cerrado, nyeri] = ['Colombia Huila', 'Brazil Cerrado', 'Kenya Nyeri AA'] as const;
const peaberry = 'Kenya Kirinyaga Peaberry';

type Point = { x: number; y: number };

test('a rotation is put together, ordered by keyboard and by mouse, and saved', async ({
  admin,
  control,
  inspect,
  page,
}) => {
  const screen = new RotationScreen(admin);
  const owner = await productNamed(control, 'Ethiopia Sidama');
  await screen.open(owner.number);
  await expect(admin.app.getByRole('radio', { name: 'Fulfill by list order' })).toBeChecked();
  await expect(
    admin.app.getByRole('radio', { name: 'Fulfill algorithmically (Coming soon)' }),
  ).toBeDisabled();
  await expect(
    admin.app.getByText('Select a product to see what customers receive.'),
  ).toBeVisible();
  await expect(admin.app.getByRole('button', { name: `Add ${owner.title}` })).toHaveCount(0);
  await inspect('manage-rotation-empty');

  await screen.add(huila, cerrado, nyeri);
  await screen.expectOrder(huila, cerrado, nyeri);
  await expect(screen.selected.nth(0)).toContainText('First Product');
  await expect(screen.forecast).toContainText([huila, cerrado, nyeri, huila, cerrado]);
  await expect(admin.app.getByText('Synced')).toHaveCount(0);

  await screen.handleOf(nyeri).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowUp');
  // Shows the new order even before the drop.
  await expect(screen.forecast).toContainText([huila, nyeri, cerrado]);
  await page.keyboard.press('ArrowUp');
  await expect(screen.forecast).toContainText([nyeri, huila, cerrado]);
  await page.keyboard.press('Space');
  await screen.expectOrder(nyeri, huila, cerrado);
  await expect(screen.handleOf(nyeri)).toBeFocused();

  await screen.handleOf(nyeri).hover();
  const { x, y } = await screen.placeOf(cerrado);
  await page.mouse.down();
  await page.mouse.move(x, y - 20, { steps: 5 });
  await page.mouse.move(x, y + 15, { steps: 5 });
  await expect(screen.forecast).toContainText([huila, cerrado, nyeri]);
  await page.mouse.up();
  await screen.expectOrder(huila, cerrado, nyeri);

  await screen.remove(cerrado);
  await screen.expectOrder(huila, nyeri);
  await expect(admin.app.getByRole('button', { name: `Remove ${nyeri}` })).toBeFocused();
  await expect(admin.app.getByRole('button', { name: `Add ${cerrado}` })).toBeVisible();
  const price = admin.app.getByRole('group', { name: 'What customers pay' });
  const [agreed, own] = [price.getByRole('radio').first(), price.getByRole('radio').last()];
  await expect(agreed).toBeChecked();
  await agreed.focus();
  await page.keyboard.press('ArrowDown');
  await expect(own).toBeFocused();
  const release = await holdRequests(page, 'POST', '/manage-rotation');
  await screen.save.click();
  await expect(admin.app.getByRole('button', { name: 'Saving...' })).toBeVisible();
  release();
  await screen.expectSaved();
  await expect(screen.selected.nth(0)).toContainText('Synced');
  await expect(screen.selected.nth(1)).toContainText('Synced');
  await inspect('manage-rotation');
  await page.reload();
  await screen.expectOrder(huila, nyeri);
  await expect(own).toBeChecked();
  await expect(own).toHaveAccessibleName('The product’s own price');
});

test('a long press drags on a touch screen, and what moves is said', async ({
  admin,
  control,
  page,
}) => {
  const screen = new RotationScreen(admin);
  const owner = await productNamed(control, 'Velvet Hammer Espresso');
  await screen.open(owner.number);
  await screen.add(huila, cerrado, nyeri);
  // Scrolls the handle into view and waits until it stands still.
  await screen.handleOf(nyeri).click({ trial: true });
  const from = await screen.placeOf(nyeri);
  const to = await screen.placeOf(huila);
  const screenOfTouch = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]) =>
    screenOfTouch.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', from);
  await expect(screen.said).toHaveText(`You have lifted ${nyeri} from position 3 of 3.`);
  await touch('touchMove', { x: to.x, y: (from.y + to.y) / 2 });
  await touch('touchMove', { x: to.x, y: to.y - 10 });
  await expect(screen.said).toHaveText(`You have moved ${nyeri} to position 1 of 3.`);
  await expect(screen.forecast).toContainText([nyeri, huila, cerrado]);
  await touch('touchEnd');
  await screen.expectOrder(nyeri, huila, cerrado);

  await screen.handleOf(huila).focus();
  await page.keyboard.press('Space');
  await expect(screen.said).toHaveText(`You have lifted ${huila} from position 2 of 3.`);
  await page.keyboard.press('ArrowDown');
  await expect(screen.said).toHaveText(`You have moved ${huila} to position 3 of 3.`);
  await page.keyboard.press('Escape');
  await expect(screen.said).toHaveText(`${huila} is back at position 2 of 3.`);
  await screen.expectOrder(nyeri, huila, cerrado);
});

test('an unsaved order is kept until the merchant discards it', async ({
  admin,
  control,
  page,
}) => {
  const screen = new RotationScreen(admin);
  const owner = await productNamed(control, 'Rwanda Lake Kivu');
  await screen.open(owner.number);
  await screen.add(huila);
  const bar = page.getByText('Unsaved changes');
  await expect(bar).toBeVisible();
  const toProduct = admin.app.getByRole('button', { name: 'Product', exact: true });
  await toProduct.click();
  const question = page.getByRole('dialog', { name: 'You have unsaved changes' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await screen.expectOrder(huila);
  await page.getByRole('button', { name: 'Discard' }).first().click();
  await expect(bar).toBeHidden();
  await screen.expectOrder();
  await toProduct.click();
  await expect(page).toHaveURL(new RegExp(`/products/${owner.number}$`));
  await expect(page.getByRole('heading', { name: owner.title })).toBeVisible();
  await page.getByRole('button', { name: 'Manage rotation in Cadence' }).click();
  await expect(admin.app.getByRole('heading', { name: 'Manage Rotation' })).toBeVisible();
});

test('products are searched, and sorted as a start', async ({ admin, control }) => {
  const screen = new RotationScreen(admin);
  const owner = await productNamed(control, 'Burundi Kayanza');
  await screen.open(owner.number);
  await admin.app.getByRole('searchbox', { name: 'Search products' }).fill('ken');
  await expect(admin.app.getByRole('button', { name: /^Add (?!all)/ })).toHaveCount(2);
  await screen.add(nyeri, peaberry);
  await screen.expectOrder(nyeri, peaberry);
  const sortBy = admin.app.getByRole('combobox', { name: 'Sort by' });
  await sortBy.selectOption('Title');
  await screen.expectOrder(peaberry, nyeri);
});

test('a failed save keeps the order, with a banner that stays', async ({
  admin,
  control,
  errors,
  inspect,
  page,
}) => {
  errors.expect(/status of 502/);
  const screen = new RotationScreen(admin);
  const owner = await productNamed(control, 'Tanzania Kilimanjaro');
  await screen.open(owner.number);
  await screen.add(nyeri, huila);
  await control.addFault({ kind: 'status', operation: 'RotationProducts', status: 500 });
  await screen.save.click();
  await expect(page.getByText('Something went wrong', { exact: true })).toBeVisible();
  await expect(admin.app.getByText('The rotation wasn’t saved')).toBeVisible();
  await inspect('manage-rotation-not-saved');
  await screen.expectOrder(nyeri, huila);
  await control.clearFaults();
  await screen.save.click();
  await screen.expectSaved();
  await expect(admin.app.getByText('The rotation wasn’t saved')).toBeHidden();
});

test('two who save the same rotation notice each other', async ({
  admin,
  control,
  errors,
  page,
  stack,
}) => {
  errors.expect(/status of 409/);
  const screen = new RotationScreen(admin);
  const owner = await productNamed(control, 'Uganda Mount Elgon');
  await screen.open(owner.number);
  await screen.add(huila);
  const other = await page.context().newPage();
  const theirs = new RotationScreen(new Admin(other, stack));
  await theirs.open(owner.number);
  await theirs.add(nyeri);
  await theirs.save.click();
  await theirs.expectSaved();
  await other.close();

  await screen.save.click();
  await expect(admin.app.getByText('This rotation was saved elsewhere')).toBeVisible();
  await screen.expectOrder(huila);
  await admin.app.getByRole('button', { name: 'Discard my changes and show the latest' }).click();
  await screen.expectOrder(nyeri);
  await screen.add(cerrado);
  await screen.save.click();
  await screen.expectSaved();
  await screen.expectOrder(nyeri, cerrado);
});

test('a product that can’t go out any more is shown as such, and not saved in', async ({
  admin,
  control,
  inspect,
}) => {
  const screen = new RotationScreen(admin);
  const owner = await productNamed(control, 'Malawi Misuku');
  const archived = await productNamed(control, cerrado);
  await screen.open(owner.number);
  await screen.add(cerrado, huila);
  await screen.save.click();
  await screen.expectSaved();
  await control.act(stores.established, 'product', {
    productId: Number(archived.number),
    status: 'ARCHIVED',
  });
  await screen.open(owner.number);
  await expect(screen.selected.nth(0)).toContainText('Archived');
  await expect(admin.app.getByText('1 product can’t ship in this rotation anymore')).toBeVisible();
  await expect(screen.forecast.nth(0)).toContainText(huila);
  await inspect('manage-rotation-archived');
  await screen.save.click();
  await screen.expectOrder(huila);
});

test('an order that could not be loaded is not overwritten unasked', async ({
  admin,
  control,
  inspect,
}) => {
  const screen = new RotationScreen(admin);
  const owner = await productNamed(control, 'Peru Cajamarca');
  await screen.open(owner.number);
  await screen.add(huila);
  await screen.save.click();
  await screen.expectSaved();
  await control.addFault({ kind: 'status', operation: 'RotationProducts', status: 500, times: 4 });
  await screen.open(owner.number);
  await expect(admin.app.getByText('We couldn’t load the saved order')).toBeVisible();
  await screen.expectOrder();
  await inspect('manage-rotation-not-loaded');
  await screen.add(nyeri);
  await screen.save.click();
  await expect(admin.app.getByRole('dialog')).toContainText('Replace the saved order?');
  await admin.app.getByRole('button', { name: 'Cancel' }).click();
  await control.clearFaults();
  await admin.app.getByRole('button', { name: 'Try again' }).click();
  await screen.expectOrder(huila, nyeri);
});

test('an address without a product of the store says what to do', async ({ admin, inspect }) => {
  for (const query of ['', '?id=nonsense', '?id=999999999']) {
    await openScreen(admin, `/manage-rotation${query}`);
    await expect(admin.app.getByRole('heading', { name: 'Choose a product first' })).toBeVisible();
  }
  await inspect('manage-rotation-no-product');
});
