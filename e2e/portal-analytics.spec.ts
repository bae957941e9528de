import { readFile } from 'node:fs/promises';
import { expect, test } from './fixtures.ts';

// The vendor portal's analytics, from the admin's link to a file in a spreadsheet.

test('shows the year of the store in charts, tables and files', async ({
  admin,
  page,
  inspect,
}) => {
  await admin.open('/analytics');
  await expect(page.getByRole('heading', { name: 'Analytics', level: 1 })).toBeVisible();
  await expect(page.getByText(/^As of /)).toBeVisible({ timeout: 30_000 });
  await expect(page).toHaveURL(/\/portal\/analytics$/);
  await expect(page.getByRole('img', { name: /^Line chart of the active/ })).toBeVisible();
  await expect(page.getByText('Every 2 weeks').first()).toBeVisible();
  await inspect('portal-analytics');

  await page.getByText('Table of Revenue by plan').click();
  const table = page.getByRole('region', { name: 'Revenue by plan, table' });
  await expect(table.getByRole('row').nth(1)).toContainText('$');
  const shown = await table.getByRole('rowheader').allTextContents();
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download CSV of Revenue by plan' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^revenue-by-plan-\d{4}-\d\d-\d\d-to-.*\.csv$/);
  const [head, ...lines] = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  expect(head).toBe('\uFEFFPlan,Orders,Subscribers,Revenue (USD)');
  expect(lines.map((line) => line.split(',')[0])).toEqual(shown);

  await page.getByRole('link', { name: 'Last 90 days' }).click();
  await expect(page).toHaveURL(/days=90$/);
  await page.getByText('Table of Orders by week').click();
  const weeks = page.getByRole('region', { name: 'Orders by week, table' }).getByRole('row');
  await expect.poll(() => weeks.count()).toBeLessThan(17);
  const from = page.getByLabel('From');
  await from.fill('2300-01-01');
  await page.getByLabel('To', { exact: true }).fill('2299-01-01');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByText('The first day can’t be after the last')).toBeVisible();
  await expect(from).toHaveValue('2300-01-01');
  await inspect('portal-analytics-refused');
});
