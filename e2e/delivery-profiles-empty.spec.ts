import { expect, test } from './fixtures.ts';
import { openScreen } from './open-screen.ts';

// Every store of the platform has a default profile, so that only an API can say that there is none.

test.use({ stackKind: 'standalone' });

test('a store without delivery profiles is offered to add one', async ({
  admin,
  apiProxy,
  inspect,
}) => {
  apiProxy.override('GET', '/delivery-profile', {
    status: 200,
    body: {
      deliveryProfiles: [],
      pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
    },
  });
  await openScreen(admin, '/shipping');
  await expect(admin.app.getByText('No delivery profile yet', { exact: true })).toBeVisible();
  await inspect('delivery-profiles-empty');
  await admin.app.getByRole('button', { name: 'Add delivery profile' }).click();
  await expect(admin.app.getByRole('dialog', { name: 'New delivery profile' })).toBeVisible();
});

test("the API's own message stands in the banner", async ({ admin, apiProxy, errors }) => {
  errors.expect(/status of (409|500)/);
  await openScreen(admin, '/shipping');
  await admin.app.getByRole('button', { name: 'Add', exact: true }).click();
  const modal = admin.app.getByRole('dialog', { name: 'New delivery profile' });
  await modal.getByRole('textbox', { name: 'Name' }).fill('Fragile things');
  for (const status of [409, 500]) {
    const message = `Profiles are closed today (${status}).`;
    apiProxy.override('POST', '/delivery-profile', { status, body: { message } });
    await modal.getByRole('button', { name: 'Save' }).click();
    await expect(modal.getByText(message)).toBeVisible();
    await expect(modal.getByRole('textbox', { name: 'Name' })).toHaveValue('Fragile things');
  }
});
