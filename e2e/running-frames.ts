import type { Frame, Page } from '@playwright/test';

/** The page's frames that run scripts; sandboxed HTML doesn't. */
export async function runningFrames(page: Page): Promise<Frame[]> {
  const frames = await Promise.all(
    page.frames().map(async (frame) => {
      if (frame.parentFrame() === null) return [frame];
      const sandbox = await (await frame.frameElement()).getAttribute('sandbox');
      return sandbox === '' ? [] : [frame];
    }),
  );
  return frames.flat();
}
