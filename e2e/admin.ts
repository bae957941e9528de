import type { Frame, FrameLocator, Page } from '@playwright/test';
import { type StoreHandle, stores } from './control.ts';
import type { TestStack } from './stack.ts';

export class Admin {
  readonly page: Page;
  /** Locates elements inside the app's frame. */
  readonly app: FrameLocator;
  readonly #stack: TestStack;

  constructor(page: Page, stack: TestStack) {
    this.page = page;
    this.#stack = stack;
    this.app = page.frameLocator('iframe[title="Cadence"]');
  }

  /** The address in the admin of one of the app's screens. */
  addressOf(path = '/', store: StoreHandle = stores.established): string {
    return `${this.#stack.adminUrl}/store/${store}/apps/cadence${path === '/' ? '' : path}`;
  }

  async open(path = '/', { store = stores.established }: { store?: StoreHandle } = {}) {
    await this.page.goto(this.addressOf(path, store));
  }

  /** Opens one of the admin's own pages, such as `/products`. */
  async openPage(path: string, { store = stores.established }: { store?: StoreHandle } = {}) {
    await this.page.goto(`${this.#stack.adminUrl}/store/${store}${path}`);
  }

  /** The app's path and query that the address bar shows. */
  path(): string {
    const { pathname, search } = new URL(this.page.url());
    const path = /^\/store\/[^/]+\/apps\/cadence(\/.*)?$/.exec(pathname);
    if (!path) throw new Error(`The admin is not at the app but at ${pathname}.`);
    return (path[1] ?? '/') + search;
  }

  /** The app's frame, for running code in it. */
  async frame(): Promise<Frame> {
    const element = await this.page.locator('iframe[title="Cadence"]').elementHandle();
    const frame = await element?.contentFrame();
    if (!frame) throw new Error('The app is not in the page.');
    return frame;
  }

  /** Reloads only the app's frame, like "Reload frame" in the browser's menu. */
  async reloadFrame(): Promise<void> {
    const frame = await this.frame();
    const loaded = this.page.waitForEvent('framenavigated', (each) => each === frame);
    // Reloads later, because a reload during the call could end the document before it answers.
    await frame.evaluate(() => setTimeout(() => location.reload(), 0));
    await loaded;
  }
}
