import { chromium } from '@playwright/test';
import { launchArguments } from '../e2e/launch-arguments.ts';
import { findChromium } from '../scripts/browser/chromium.ts';

/** A browser whose frames share the page's process, so that what is measured of the page, or slowed down, is the frame's too. */
export async function launchInOneProcess() {
  const executablePath = findChromium();
  return await chromium.launch({
    ...(executablePath && { executablePath }),
    args: [
      ...launchArguments,
      '--disable-site-isolation-trials',
      '--disable-features=IsolateOrigins,site-per-process',
    ],
  });
}
