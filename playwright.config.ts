import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import type { StackOptions } from './e2e/fixtures.ts';
import { launchArguments, plainUserAgent } from './e2e/launch-arguments.ts';
import { findChromium } from './scripts/browser/chromium.ts';

const executablePath = findChromium();

const specs = globSync('*.spec.ts', { cwd: 'e2e' });
const saying = (text: string) =>
  specs.filter((name) => readFileSync(join('e2e', name), 'utf8').includes(text));

/** Files with the same kind of stack follow one another, since a worker starts another stack for each change. */
const ownStack = [...saying('testWithOwnStack('), ...saying('testOverTime')];
const standalone = saying("stackKind: 'standalone'").filter((name) => !ownStack.includes(name));

export default defineConfig<object, StackOptions>({
  testDir: 'e2e',
  globalSetup: './e2e/build-first.ts',
  outputDir: 'test-results',
  // Each worker has a whole stack of its own; two of them and their browsers are what two cores carry.
  workers: 2,
  // What passes only then is named at the end of `npm test`.
  retries: 1,
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
    // Without a film, which costs the browser each frame once more.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
  },
  projects: [
    { name: 'own stack', testMatch: ownStack },
    { name: 'standalone', testMatch: standalone },
    { name: 'embedded', testIgnore: [...ownStack, ...standalone] },
  ],
});
