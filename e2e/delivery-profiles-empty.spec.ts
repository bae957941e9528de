import { expect, test } from './fixtures.ts';
import { openScreen } from './open-screen.ts';

// On the platform every store has a default profile, so only a faked API can answer that there is none.

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
