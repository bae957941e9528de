import { shipStationAccounts } from '#services/local-platform/testing.ts';
import type { Admin } from './admin.ts';
import { expect, test } from './fixtures.ts';
import { holdRequests } from './held-requests.ts';
import { openScreen } from './open-screen.ts';

// Specification §2, "Integrations page", §5 and §8. A store's connections survive the platform's reset, so each test first disconnects
// those of earlier tests.

const [account] = shipStationAccounts;

test.beforeEach(async ({ admin }) => {
  await openScreen(admin, '/integrations');
  await expect(admin.app.getByRole('heading', { name: 'ShipStation' })).toBeVisible();
  const disconnect = admin.app.getByRole('button', { name: 'Disconnect ShipStation' });
  if ((await admin.app.getByText('Connected', { exact: true }).count()) === 0) return;
  await disconnect.click();
  await admin.app
    .getByRole('dialog', { name: 'Disconnect ShipStation?' })
    .getByRole('button', { name: 'Disconnect' })
    .click();
  await expect(admin.app.getByText('Not connected')).toBeVisible();
});

const fieldsOf = ({ app }: Admin) => ({
  key: app.getByLabel('API key'),
  secret: app.getByLabel('API secret'),
  save: app.getByRole('button', { name: 'Save', exact: true }),
});

test('a store is connected, shows zeros for its keys, and is disconnected', async ({
  admin,
  page,
  inspect,
}) => {
  const { key, secret, save } = fieldsOf(admin);
  const showKeys = admin.app.getByRole('checkbox', { name: 'Show keys' });
  await inspect('integrations-not-connected');
  await expect(key).toHaveAttribute('type', 'password');
  await expect(secret).toHaveAttribute('type', 'password');
  await expect(key).not.toHaveAttribute('placeholder', /0/);
  await expect(showKeys).toBeHidden();

  await key.fill(account.key);
  await expect(showKeys).toBeVisible();
  await secret.fill(account.secret);
  await showKeys.check();
  await expect(key).toHaveAttribute('type', 'text');
  await expect(secret).toHaveAttribute('type', 'text');
  await inspect('integrations-keys-shown');
  await showKeys.uncheck();
  await expect(secret).toHaveAttribute('type', 'password');

  const release = await holdRequests(page, 'POST', '/integrations');
  await save.click();
  await expect(admin.app.getByRole('button', { name: 'Saving...' })).toBeVisible();
  release();
  await expect(page.getByText('ShipStation connected')).toBeVisible();
  await expect(admin.app.getByText('Connected', { exact: true })).toBeVisible();
  await expect(admin.app.getByRole('heading', { name: account.name })).toBeVisible();
  for (const field of [key, secret]) {
    await expect(field).toHaveValue('');
    await expect(field).toHaveAttribute('placeholder', '0'.repeat(32));
  }
  await inspect('integrations-connected');

  const answers: string[] = [];
  page.on('response', async (response) => {
    answers.push(`${response.url()} ${await response.text().catch(() => '')}`);
  });
  await openScreen(admin, '/integrations');
  await expect(admin.app.getByRole('heading', { name: account.name })).toBeVisible();
  const frame = await admin.frame();
  answers.push(await frame.content(), await page.content());
  expect(answers.length).toBeGreaterThan(3);
  for (const hush of [account.key, account.secret]) expect(answers.join('\n')).not.toContain(hush);

  await admin.app.getByRole('button', { name: 'Disconnect ShipStation' }).click();
  const question = admin.app.getByRole('dialog', { name: 'Disconnect ShipStation?' });
  await expect(question).toContainText('Order Sync stops');
  await inspect('integrations-disconnect');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await admin.app.getByRole('button', { name: 'Disconnect ShipStation' }).click();
  await question.getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText('ShipStation disconnected')).toBeVisible();
  await expect(admin.app.getByText('Not connected')).toBeVisible();
  await expect(key).not.toHaveAttribute('placeholder', /0/);
});

test('missing and refused keys are told of, and what was typed stays', async ({
  admin,
  page,
  errors,
  control,
  inspect,
}) => {
  errors.expect(/status of (422|502|503)/, /net::ERR_FAILED/);
  const { key, secret, save } = fieldsOf(admin);
  await save.click();
  await expect(key).toHaveAccessibleDescription('Please enter Key');
  await expect(secret).toHaveAccessibleDescription('Please enter Secret');
  await expect(key).toBeFocused();
  await key.fill('  ');
  await expect(key).toHaveAccessibleDescription('Please enter Key');
  await inspect('integrations-missing');
  await key.fill(account.key);
  await expect(key).toHaveAccessibleDescription('');
  await secret.fill('not the secret');

  const banner = admin.app.getByRole('alert');
  await save.click();
  await expect(banner).toContainText('ShipStation doesn’t accept this key and secret.');
  await expect(secret).toHaveValue('not the secret');
  await inspect('integrations-refused');
  await secret.fill(account.secret);
  await expect(banner).toBeVisible();

  for (const [fault, message] of [
    [{ kind: 'status', status: 500 }, 'ShipStation isn’t responding as it should'],
    [{ kind: 'garbage' }, 'ShipStation isn’t responding as it should'],
    [{ kind: 'throttled' }, 'Try again in 45 seconds'],
  ] as const) {
    await control.addFault({ ...fault, operation: 'shipstation' });
    await save.click();
    await expect(banner).toContainText(message);
    await expect(key).toHaveValue(account.key);
  }

  await page.route('**/*', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.abort();
  });
  await save.click();
  await expect(banner).toHaveText('Something went wrong!');
  await expect(secret).toHaveValue(account.secret);
  await page.unrouteAll();
  await expect(admin.app.getByText('Not connected')).toBeVisible();
  await save.click();
  await expect(admin.app.getByText('Connected', { exact: true })).toBeVisible();
  await expect(banner).toBeHidden();
});

test('leaving with typed keys asks first', async ({ admin, page }) => {
  const { key } = fieldsOf(admin);
  await key.fill('half a key');
  const orders = page.getByRole('navigation').getByRole('link', { name: 'Orders', exact: true });
  await orders.click();
  const question = page.getByRole('dialog', { name: 'You have unsaved changes' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(key).toHaveValue('half a key');
  await orders.click();
  await question.getByRole('button', { name: 'Leave page' }).click();
  await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible();
});
