import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, BrowserType } from '@playwright/test';
import { findWholeChromium } from '../scripts/browser/chromium.ts';

/** Chromium's settings that block storage and cookies of third parties, such as the app's frame. */
const preferences = { profile: { cookie_controls_mode: 1, block_third_party_cookies: true } };

/** Opens a browser that blocks them. It needs a profile, because Playwright's private windows ignore the settings. */
export async function openBlockingProfile(
  browserType: BrowserType,
): Promise<{ context: BrowserContext; close: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'cadence-profile-'));
  mkdirSync(join(folder, 'Default'));
  writeFileSync(join(folder, 'Default', 'Preferences'), JSON.stringify(preferences));
  const executablePath = findWholeChromium();
  const context = await browserType.launchPersistentContext(
    folder,
    executablePath === undefined ? { channel: 'chromium' } : { executablePath },
  );
  return {
    context,
    close: async () => {
      await context.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
