import { expect, type Frame, type Page } from '@playwright/test';
import { runningFrames } from './running-frames.ts';

/** Whether a frame already has the size of its element. */
async function hasItsWidth(frame: Frame): Promise<boolean> {
  const element = await frame.frameElement();
  const width = await element.evaluate((shown) => 'clientWidth' in shown && shown.clientWidth);
  return width === (await frame.evaluate(() => window.innerWidth));
}

/** Resizes the page and waits for its frames, because a click in a frame of the old size would miss. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  const { width, height } = page.viewportSize() ?? {};
  if (width === size.width && height === size.height) return;
  await page.setViewportSize(size);
  const frames = await runningFrames(page);
  const inner = frames.filter((frame) => frame.parentFrame() !== null);
  await expect
    .poll(async () => (await Promise.all(inner.map(hasItsWidth))).every(Boolean))
    .toBe(true);
  // After a resize the screen takes a few frames to settle.
  await Promise.all(
    frames.map((frame) =>
      frame.evaluate(
        () =>
          new Promise<void>((resolve) => {
            requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 150)));
          }),
      ),
    ),
  );
}
