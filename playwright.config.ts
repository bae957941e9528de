import { defineConfig } from '@playwright/test';
import type { StackOptions } from './e2e/fixtures.ts';
import { launchArguments, plainUserAgent } from './e2e/launch-arguments.ts';
import { findChromium } from './scripts/browser/chromium.ts';

const executablePath = findChromium();

export default defineConfig<object, StackOptions>({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/build-first.ts',
  outputDir: 'test-results',
  // Each worker has a whole stack of its own; two of them and their browsers are what two cores carry.
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // The longest takes a minute on a busy machine, which may slow a test down but not fail it.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    // Playwright's own Chromium where the machine has none.
    launchOptions: { ...(executablePath && { executablePath }), args: launchArguments },
    userAgent: plainUserAgent,
    viewport: { width: 1280, height: 900 },
    // The local admin's certificate is self-made.
    ignoreHTTPSErrors: true,
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
  },
  projects: [{ name: 'chromium', use: { browserName: 'chromium' } }],
});
