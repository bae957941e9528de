import { expect, stores, test } from './fixtures.ts';
import { openScreen } from './open-screen.ts';

// Specification §2: the menu, the Contact page and the Not-found page.

const menus = [
  {
    store: stores.established,
    items: [
      'Selling Plans',
      'Recurring Orders',
      'Roast Plan',
      'Settings',
      'Customers',
      'Notifications',
      'Integrations',
      'Contact Us',
    ],
  },
  { store: stores.fresh, items: ['Contact Us'] },
];

for (const { store, items } of menus) {
  test(`the menu of ${store}`, async ({ admin, page }) => {
    await openScreen(admin, '/', store);
    const apps = page.getByRole('navigation').getByRole('listitem');
    const menu = apps
      .filter({ has: page.getByRole('link', { name: 'Cadence' }) })
      .getByRole('list');
    await expect(menu.getByRole('link')).toHaveText(items);
    await menu.getByRole('link', { name: 'Contact Us' }).click();
    await expect(admin.app.getByRole('heading', { name: 'Have any queries?' })).toBeVisible();
    await expect.poll(() => admin.path()).toBe('/contact-us');
    await page.goBack();
    await expect.poll(() => admin.path()).toBe('/');
    await expect(admin.app.getByRole('heading', { name: 'Have any queries?' })).toBeHidden();
  });
}

test('the menu leads from a search back to the whole list, and on to the delivery profiles', async ({
  admin,
  page,
}) => {
  await openScreen(admin, '/fixed-subscription?query=brew');
  const other = admin.app.getByRole('row', { name: 'Welcome offer' });
  await expect(admin.app.getByRole('row', { name: 'Brew-based refill' })).toBeVisible();
  await expect(other).toBeHidden();
  await page.getByRole('link', { name: 'Selling Plans' }).click();
  await expect(other).toBeVisible();
  await expect(admin.app.getByRole('searchbox')).toHaveValue('');
  await expect(page).toHaveURL(admin.addressOf('/fixed-subscription'));

  await admin.app.getByRole('link', { name: 'Shipping and delivery' }).click();
  await expect(admin.app.getByRole('heading', { name: 'Shipping and delivery' })).toBeVisible();
  await expect.poll(() => admin.path()).toBe('/shipping');
});

test('the Contact page', async ({ admin, inspect }) => {
  await openScreen(admin, '/contact-us');
  await expect(admin.app.getByRole('heading', { name: 'Have any queries?' })).toBeVisible();
  const email = admin.app.getByRole('link', { name: /@/ });
  const address = (await email.textContent()) ?? '';
  await expect(email).toHaveAttribute('href', `mailto:${address}`);
  const phone = admin.app.getByRole('link', { name: /^\+[\d ]+$/ });
  const number = (await phone.textContent()) ?? '';
  await expect(phone).toHaveAttribute('href', `sms:${number.replaceAll(' ', '')}`);
  await inspect('contact-us');
});

test('an address without a page', async ({ admin, errors, inspect }) => {
  errors.expect(/status of 404/);
  for (const store of [stores.established, stores.fresh]) {
    await openScreen(admin, '/tea/and/biscuits?sugar=2', store);
    await expect(admin.app.getByText('There is no page at this address')).toBeVisible();
    await expect(
      admin.app.getByText(
        'Check the URL and try again, or use the search bar to find what you need.',
      ),
    ).toBeVisible();
    await expect(admin.app.getByRole('presentation').locator('visible=true')).toHaveCount(1);
    await inspect(`not-found-${store}`);
    await admin.app.getByRole('link', { name: 'Go to home' }).click();
    await expect(admin.app.getByText('There is no page at this address')).toBeHidden();
    await expect.poll(() => admin.path()).toBe('/');
  }
});

test('Home', async ({ admin, inspect }) => {
  await openScreen(admin);
  await expect(admin.app.getByRole('heading', { name: 'Cadence' })).toBeVisible();
  await expect(admin.app.getByText('The smart subscription')).toBeVisible();
  await inspect('home');
});
