import type { Locator, Page } from '@playwright/test';
import type { Admin } from './admin.ts';
import { openScreen } from './open-screen.ts';
import { numberOf, type PlatformGroup } from './store-contents.ts';

export class Picker {
  readonly dialog: Locator;
  readonly search: Locator;
  readonly add: Locator;
  readonly products: Locator;

  constructor(page: Page) {
    this.dialog = page.getByRole('dialog', { name: 'Add products' });
    this.search = this.dialog.getByRole('textbox', { name: 'Search products' });
    this.add = this.dialog.getByRole('button', { name: 'Add', exact: true });
    this.products = this.dialog.getByRole('list', { name: 'Products' });
  }

  product(title: string): Locator {
    return this.dialog.getByRole('checkbox', { name: title, exact: true });
  }

  /** Scrolls down, page after page, until the picker shows that many products. */
  async scrollTo(count: number): Promise<void> {
    await this.products.evaluate(async (list, wanted) => {
      while (list.children.length < wanted) {
        list.lastElementChild?.scrollIntoView();
        await new Promise(requestAnimationFrame);
      }
    }, count);
  }

  /**
   * Selects up to `wanted` variants of the shown products as fast as the page allows, whole products where they fit. Returns the number
   * selected.
   */
  async chooseVariants(wanted: number): Promise<number> {
    return this.products.evaluate((list, limit) => {
      let chosen = 0;
      for (const product of list.children) {
        const [whole, ...variants] = product.querySelectorAll('input');
        if (chosen === limit) break;
        if (chosen + variants.length <= limit) {
          whole?.click();
          chosen += variants.length;
          continue;
        }
        for (const variant of variants.slice(0, limit - chosen)) {
          variant.click();
          chosen += 1;
        }
      }
      return chosen;
    }, wanted);
  }
}

/** Opens a group's page, and the picker; a group without variants has two buttons for it. */
export async function openPicker(admin: Admin, group: Pick<PlatformGroup, 'id'>): Promise<Picker> {
  await openScreen(admin, `/fixed-subscription/${numberOf(group.id)}`);
  await admin.app.getByRole('button', { name: 'Add Variants' }).first().click();
  return new Picker(admin.page);
}
