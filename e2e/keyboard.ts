import { expect, type Locator } from '@playwright/test';

/** Presses Tab until an element has the focus, like somebody without a mouse. */
export async function tabTo(target: Locator): Promise<void> {
  const { keyboard } = target.page();
  const hasFocus = () => target.evaluate((element) => element === document.activeElement);
  await expect(target).toBeVisible();
  for (let pressed = 0; pressed < 60; pressed += 1) {
    if (await hasFocus()) return;
    await keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}
