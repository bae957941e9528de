import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, BrowserType } from '@playwright/test';

/** Whether the browser lets the app's frame, which is another site's, keep data (Chromium's setting for third parties). */
export type ThirdPartyStorage = 'blocked' | 'allowed';

/** Chromium's values of the setting `profile.cookie_controls_mode`. */
const modes: Record<ThirdPartyStorage, number> = { allowed: 0, blocked: 1 };

/**
 * Opens a browser whose profile has the setting. Playwright's ordinary contexts are private windows, where Chromium may
 * block by itself, and the setting cannot be reached there.
 */
export async function openProfile(
  browserType: BrowserType,
  storage: ThirdPartyStorage,
): Promise<{ context: BrowserContext; close: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'cadence-profile-'));
  mkdirSync(join(folder, 'Default'));
  const preferences = {
    profile: {
      cookie_controls_mode: modes[storage],
      block_third_party_cookies: storage === 'blocked',
    },
  };
  writeFileSync(join(folder, 'Default', 'Preferences'), JSON.stringify(preferences));
  const context = await browserType.launchPersistentContext(folder);
  return {
    context,
    close: async () => {
      await context.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
