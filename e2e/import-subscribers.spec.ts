import { readFile } from 'node:fs/promises';
import { formatDay } from '#contract/format.ts';
import { expect, stores } from './fixtures.ts';
import { expectNarrow } from './narrow.ts';
import { openScreen } from './open-screen.ts';
import { testWithOwnStack } from './own-stack.ts';
import { importableOf } from './store-contents.ts';

// Coming from another app, beyond the specification: from the template to the report, and the same file again.

const test = testWithOwnStack();

const store = stores.established;
// No wider than a telephone, though it has no place to break.
const fileName = 'subscribers_of_our_former_app_final_version.csv';
const day = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);

test('subscribers of another app are checked, previewed and imported, once', async ({
  admin,
  control,
  errors,
  inspect,
  page,
}) => {
  test.slow();
  const { app } = admin;
  const { emails, variant } = await importableOf(control, store, 3);
  await openScreen(admin, '/customers');
  await app.getByRole('link', { name: 'Import subscribers' }).first().click();
  await expect(app.getByRole('heading', { name: 'Import subscribers' })).toBeVisible();
  const downloaded = page.waitForEvent('download');
  await app.getByRole('button', { name: 'Download template' }).click();
  const template = await readFile(await (await downloaded).path(), 'utf8');
  const [headings = ''] = template.split('\r\n');
  const lineOf = (index: number, email: string, quantity = '1') =>
    `S-${index},${email},${variant},${quantity},18.50,4.90,month,1,${day},,Ada,Lovelace,,1 Main Street,,San Francisco,CA,94107,US,`;
  const send = async (text: string) => {
    await app
      .locator('input[type=file]')
      .setInputFiles({ name: fileName, mimeType: 'text/csv', buffer: Buffer.from(text) });
    await app.getByRole('button', { name: 'Check file' }).click();
  };

  errors.expect(/status of 422/);
  await send('a,b\n1,2');
  await expect(app.getByText(/^The first line must have the template’s headings/)).toBeVisible();
  await inspect('import-refused');
  await expectNarrow(admin);

  const right = emails.map((email, index) => lineOf(index, email));
  const file = [headings, ...right, lineOf(7, 'nobody@example.com', 'two')].join('\r\n');
  await send(file);
  await expect(app.getByRole('heading', { name: `Import ${fileName}` })).toBeVisible();
  await expect(
    app.getByText('Nothing is imported yet. This will make 3 subscriptions.'),
  ).toBeVisible({ timeout: 60_000 });
  await expect(app.getByText(/^3 subscriptions without a payment method/)).toBeVisible();
  await inspect('import-preview');
  await expectNarrow(admin);
  await app.getByRole('link', { name: /Show 1 line left out/ }).click();
  await expect(app.getByText(/^quantity: “two” can’t be read/)).toBeVisible();

  // Shopify freezes the store for a moment, so that it can't go on by itself.
  await control.addFault({ kind: 'status', status: 402, operation: 'ImportContract', times: 3 });
  await app.getByRole('button', { name: 'Import: 3 subscriptions' }).click();
  await expect(app.getByText('Stopped with 3 subscriptions left')).toBeVisible();
  await inspect('import-stopped');
  await app.getByRole('button', { name: 'Go on' }).click();
  await expect(app.getByText(/^Done on/)).toBeVisible({ timeout: 60_000 });
  await expect(app.getByText('3 done, 0 refused, 1 left out')).toBeVisible();
  const report = page.waitForEvent('download');
  await app.getByRole('button', { name: 'Download report' }).click();
  const lines = (await readFile(await (await report).path(), 'utf8')).trim().split('\r\n');
  expect(lines.map((line) => line.split(',')[0])).toEqual([
    ...[expect.stringContaining('Line'), '2', '3', '4', '5'],
  ]);
  await app.getByLabel('Show').selectOption('Done');
  await inspect('import-done');
  await app.getByRole('link', { name: emails[0] ?? '' }).click();
  await expect(
    app.getByText(
      /^The subscription came from another app, where it was S-0, and was imported by you/,
    ),
  ).toBeVisible();
  await expect(app.getByText(formatDay(day)).first()).toBeVisible();

  await openScreen(admin, '/customers/import');
  await send(file);
  await expect(app.getByText('There’s nothing to import')).toBeVisible({ timeout: 60_000 });
  await expect(app.getByText('It was imported before: 3')).toBeVisible();
});
