import { expect, type Locator } from '@playwright/test';
import { z } from 'zod';
import { originalIdOf } from '#contract/original-id.ts';
import type { Admin } from './admin.ts';
import { type Control, stores } from './control.ts';
import { openScreen } from './open-screen.ts';

const productsSchema = z.object({
  products: z.object({ nodes: z.array(z.object({ id: z.string(), title: z.string() })) }),
});

export async function productNamed(control: Control, title: string) {
  const { products } = await control.graphql(
    stores.established,
    productsSchema,
    'query ($query: String!) { products(first: 1, query: $query) { nodes { id title } } }',
    { query: `title:"${title}"` },
  );
  const [product] = products.nodes;
  if (product?.title !== title) throw new Error(`There is no product “${title}”.`);
  return { ...product, number: originalIdOf(product.id) };
}

export class RotationScreen {
  readonly admin: Admin;
  readonly save: Locator;
  /** The selected products in their order, each with its badges. */
  readonly selected: Locator;
  readonly forecast: Locator;
  /** The announcements for screen readers during a drag. */
  readonly said: Locator;

  constructor(admin: Admin) {
    this.admin = admin;
    this.save = admin.app.getByRole('button', { name: 'Save', exact: true });
    this.selected = admin.app
      .getByRole('listitem')
      .filter({ has: admin.app.getByRole('button', { name: /^Remove / }) });
    this.forecast = admin.app
      .getByRole('list', { name: 'The next 8 deliveries' })
      .getByRole('listitem');
    this.said = admin.app.locator('[id^="rfd-announcement"]');
  }

  async open(productNumber: string): Promise<void> {
    await openScreen(this.admin, `/manage-rotation?id=${productNumber}`);
    await expect(this.admin.app.getByRole('heading', { name: 'Manage Rotation' })).toBeVisible();
  }

  handleOf(title: string): Locator {
    return this.admin.app.getByRole('button', { name: `Reorder ${title}` });
  }

  /** The middle of a product's handle, in CSS pixels of the page. */
  async placeOf(title: string): Promise<{ x: number; y: number }> {
    const box = await this.handleOf(title).boundingBox();
    if (box === null) throw new Error(`“${title}” is not on show.`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  async add(...titles: string[]): Promise<void> {
    for (const title of titles) {
      await this.admin.app.getByRole('button', { name: `Add ${title}`, exact: true }).click();
    }
  }

  async remove(title: string): Promise<void> {
    await this.admin.app.getByRole('button', { name: `Remove ${title}` }).click();
  }

  /** Waits until exactly these are selected, in this order. */
  async expectOrder(...titles: string[]): Promise<void> {
    await expect(this.selected).toHaveCount(titles.length);
    await expect(this.selected).toContainText(titles);
  }

  async expectSaved(): Promise<void> {
    await expect(this.admin.page.getByText('Rotation has been updated').first()).toBeVisible();
  }
}
