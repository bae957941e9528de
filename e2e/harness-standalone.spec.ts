import { expect, test } from './fixtures.ts';

// The harness with the subscription API as a process of its own.

test.use({ stackKind: 'standalone' });

test('calls go through the proxy, which can answer anything', async ({ admin, apiProxy }) => {
  await admin.open('/fixed-subscription');
  await expect(admin.app.getByRole('heading', { name: 'Selling Plans' })).toBeVisible();
  expect(apiProxy.requests.map(({ method, path }) => `${method} ${path}`)).toContain('GET /vendor');
  apiProxy.override('GET', /^\/subscription\/selling-plan-group/, {
    status: 400,
    body: { message: 'The roastery is closed.' },
  });
  await admin.open('/fixed-subscription');
  await expect(admin.app.getByText('The roastery is closed.')).toBeVisible();
});
