import type { Locator } from '@playwright/test';
import { pictureTexts, tooLargeText } from '#contract/picture-type.ts';
import { png } from '#services/subscription-api/testing/example-pictures.ts';
import type { Admin } from './admin.ts';
import { expect } from './fixtures.ts';
import { openScreen } from './open-screen.ts';
import { testWithOwnStack } from './own-stack.ts';

// Specification §2 and §5, the logo. The setting survives the platform's reset, but the image doesn't, so this file has a stack of its
// own.

const test = testWithOwnStack();

const logo = { name: 'our logo.png', mimeType: 'image/png', buffer: Buffer.from(png(240, 80)) };
const named = (name: string, content: string | Uint8Array) => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(content),
});

class LogoDialog {
  readonly admin: Admin;
  readonly dialog: Locator;
  readonly file: Locator;
  readonly preview: Locator;
  readonly update: Locator;

  constructor(admin: Admin) {
    this.admin = admin;
    this.dialog = admin.app.getByRole('dialog', { name: 'Logo' });
    this.file = this.dialog.locator('input[type="file"]');
    this.preview = this.dialog.getByRole('img', { name: 'Your new logo' });
    this.update = this.dialog.getByRole('button', { name: 'Update' });
  }

  async open(): Promise<void> {
    await openScreen(this.admin, '/settings');
    await this.admin.app.getByRole('button', { name: /^(Upload|Change) logo$/ }).click();
    await expect(this.dialog).toBeVisible();
  }
}

/** Whether the browser could decode the image. */
const isShown = (image: Locator) =>
  image.evaluate((element) => element instanceof HTMLImageElement && element.naturalWidth > 0);

test('a logo is chosen, previewed, stored in the store’s files, and taken away', async ({
  admin,
  inspect,
  page,
}) => {
  const logoDialog = new LogoDialog(admin);
  await logoDialog.open();
  const { dialog, file, preview, update } = logoDialog;
  await expect(update).toBeDisabled();
  await inspect('settings-logo-empty');
  await file.setInputFiles(logo);
  await expect(preview).toBeVisible();
  await inspect('settings-logo-preview');
  await update.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Logo updated')).toBeVisible();

  const shown = admin.app.getByRole('img', { name: 'Your logo' });
  await expect(shown).toHaveAttribute('src', /\/files\/roast-and-ritual\/\d+\/logo-[\w-]+\.png$/);
  await expect.poll(() => isShown(shown)).toBe(true);
  await page.reload();
  await expect.poll(() => isShown(shown)).toBe(true);
  await inspect('settings-logo');

  await admin.app.getByRole('button', { name: 'Remove logo' }).click();
  const question = admin.app.getByRole('dialog', { name: 'Remove your logo?' });
  await question.getByRole('button', { name: 'Remove logo' }).click();
  await expect(page.getByText('Logo removed')).toBeVisible();
  await expect(admin.app.getByRole('button', { name: 'Upload logo' })).toBeVisible();
  await expect(shown).toHaveCount(0);
});

test('what is no image is refused in words, and nothing of it is sent', async ({
  admin,
  control,
  page,
}) => {
  const logoDialog = new LogoDialog(admin);
  await logoDialog.open();
  const { dialog, file, preview, update } = logoDialog;
  await control.clearRequests();
  const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  for (const [content, message] of [
    [named('a.png', script), pictureTexts.notAnImage],
    [named('setup.png', 'MZ\u0090'), pictureTexts.notAnImage],
    [named('empty.png', ''), pictureTexts.empty],
    [
      named('large.png', Buffer.concat([logo.buffer, Buffer.alloc(5 << 20)])),
      tooLargeText(logo.buffer.length + (5 << 20)),
    ],
    [named('broken.png', logo.buffer.subarray(0, 40)), pictureTexts.broken],
  ] as const) {
    await file.setInputFiles(logo);
    await expect(preview).toBeVisible();
    await expect(dialog.getByRole('alert')).toHaveText('');
    await file.setInputFiles(content);
    await expect(dialog.getByRole('alert')).toHaveText(message);
    await expect(preview).toBeHidden();
    await expect(update).toBeDisabled();
  }
  const two = await (await admin.frame()).evaluateHandle(() => {
    const files = new DataTransfer();
    for (const name of ['a.png', 'b.png']) files.items.add(new File(['x'], name));
    return files;
  });
  await file.dispatchEvent('drop', { dataTransfer: two });
  await expect(dialog.getByRole('alert')).toHaveText(pictureTexts.onlyOne);
  const sent = (await control.requests()).filter(({ operation }) => operation === 'StagePicture');
  expect(sent).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('an upload that fails stays in the dialog until it goes well', async ({
  admin,
  control,
  errors,
}) => {
  errors.expect(/status of 502/);
  const logoDialog = new LogoDialog(admin);
  await logoDialog.open();
  const { dialog, file, preview, update } = logoDialog;
  await file.setInputFiles(logo);
  await expect(preview).toBeVisible();
  await control.addFault({ kind: 'status', status: 503, operation: 'staged_upload' });
  await update.click();
  await expect(dialog.getByText(/^Oops, something went wrong/)).toBeVisible();
  await expect(preview).toBeVisible();
  await update.click();
  await expect(dialog).toBeHidden();
  await expect(admin.app.getByRole('img', { name: 'Your logo' })).toBeVisible();
});

test('a logo is chosen by keyboard alone', async ({ admin, page }) => {
  // Asks early, because the browser takes its time to learn that it must not open its own file chooser.
  const asked = page.waitForEvent('filechooser', { timeout: 60_000 });
  const logoDialog = new LogoDialog(admin);
  await logoDialog.open();
  const { dialog, file, preview, update } = logoDialog;
  await file.focus();
  await page.keyboard.press('Enter');
  await (await asked).setFiles(logo);
  await expect(preview).toBeVisible();
  await update.focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(admin.app.getByRole('button', { name: 'Change logo' })).toBeFocused();
});
