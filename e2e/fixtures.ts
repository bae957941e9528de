import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, test as base } from '@playwright/test';
import { checkAccessibility } from './accessibility.ts';
import { Admin } from './admin.ts';
import type { ApiProxy } from './api-proxy.ts';
import { openBlockingProfile } from './browser-profile.ts';
import { Control } from './control.ts';
import { type GroupForm, openGroupForm } from './group-form.ts';
import { PageErrors } from './page-errors.ts';
import { takeScreens } from './screens.ts';
import { type StackKind, startTestStack, type TestStack } from './stack.ts';

export { expect } from '@playwright/test';
export { shopOf, stores } from './control.ts';

/** Options of a whole file, for `test.use`. */
export type StackOptions = {
  stackKind: StackKind;
};

type WorkerFixtures = StackOptions & {
  /** The whole running product; all tests of a worker share it. */
  stack: TestStack;
  /** One window for all tests of a worker, so that it loads and compiles the scripts of the admin and the app only once. */
  sharedContext: BrowserContext;
};

type TestFixtures = {
  /** For `test.use`: the browser blocks the storage of the app's frame. */
  blocksThirdPartyStorage: boolean;
  /** Controls the platform, which starts each test from the seed. */
  control: Control;
  /** In front of the subscription API; only with `stackKind: 'standalone'`. */
  apiProxy: ApiProxy;
  admin: Admin;
  /** The open form for a new group of the established store. */
  groupForm: GroupForm;
  /** Errors in the browser; the test must expect them here, or it fails. */
  errors: PageErrors;
  checkAccessibility: () => Promise<void>;
  /** Takes pictures at 1280 and 400 px, if PICTURES is set. */
  takeScreens: (name: string) => Promise<void>;
  inspect: (name: string) => Promise<void>;
  logsOnFailure: undefined;
};

export const test = base.extend<TestFixtures, WorkerFixtures>({
  stackKind: ['embedded', { option: true, scope: 'worker' }],
  blocksThirdPartyStorage: [false, { option: true }],

  stack: [
    async ({ stackKind }, use) => {
      const stack = await startTestStack(stackKind);
      await use(stack);
      await stack.discard();
    },
    { scope: 'worker', timeout: 180_000 },
  ],

  sharedContext: [
    async ({ browser }, use, { project }) => {
      const { actionTimeout = 0, navigationTimeout = 0, ...settings } = project.use;
      const context = await browser.newContext(settings);
      context.setDefaultTimeout(actionTimeout);
      context.setDefaultNavigationTimeout(navigationTimeout);
      await use(context);
      await context.close();
    },
    { scope: 'worker' },
  ],

  context: async ({ blocksThirdPartyStorage, playwright, sharedContext }, use) => {
    if (blocksThirdPartyStorage) {
      const profile = await openBlockingProfile(playwright.chromium);
      await use(profile.context);
      return profile.close();
    }
    await use(sharedContext);
    await Promise.all(sharedContext.pages().map((page) => page.close()));
    await sharedContext.unrouteAll();
    await sharedContext.setOffline(false);
    await sharedContext.clearCookies();
  },

  errors: [
    async ({ context }, use, testInfo) => {
      const errors = new PageErrors();
      const stopWatching = errors.watch(context);
      await use(errors);
      stopWatching();
      // A failed test already reports a better reason.
      if (testInfo.status === testInfo.expectedStatus) errors.verify();
    },
    { auto: true },
  ],

  control: [
    async ({ stack, playwright }, use) => {
      const request = await playwright.request.newContext({ ignoreHTTPSErrors: true });
      const control = new Control(stack, request);
      await control.reset();
      stack.apiProxy?.reset();
      await use(control);
      await request.dispose();
    },
    { auto: true },
  ],

  apiProxy: async ({ stack }, use) => {
    if (!stack.apiProxy) throw new Error("Only test.use({ stackKind: 'standalone' }) has a proxy.");
    await use(stack.apiProxy);
  },

  admin: async ({ page, stack }, use) => {
    await use(new Admin(page, stack));
  },

  groupForm: async ({ admin }, use) => {
    await use(await openGroupForm(admin));
  },

  checkAccessibility: async ({ page }, use) => {
    await use(() => checkAccessibility(page));
  },

  takeScreens: async ({ page }, use, testInfo) => {
    await use((name) => takeScreens(page, testInfo, name));
  },

  inspect: async ({ checkAccessibility, takeScreens }, use) => {
    await use(async (name) => {
      await checkAccessibility();
      await takeScreens(name);
    });
  },

  logsOnFailure: [
    async ({ stack }, use, testInfo) => {
      await use(undefined);
      if (testInfo.status === testInfo.expectedStatus || !existsSync(stack.logFolder)) return;
      for (const log of await readdir(stack.logFolder)) {
        await testInfo.attach(log, {
          path: join(stack.logFolder, log),
          contentType: 'text/plain',
        });
      }
    },
    { auto: true },
  ],
});
