import { widgetBlocks } from '#contract/theme.ts';
import { putGroup } from '../seed/groups.ts';
import type { Platform } from '../server/platform.ts';
import { controlActions } from '../server/store-actions.ts';
import type { Product, Variant } from '../store/records.ts';
import { storeOf, testPlatform } from '../test-platform.ts';
import { createStorefront } from './routes.ts';

export const firstCrack = 'first-crack.myshopify.com';
const createdAt = '2026-01-01T00:00:00Z';

type Plans = Parameters<typeof putGroup>[1]['plans'];

export type StorefrontInTest = {
  platform: Platform;
  product: Product;
  variants: Variant[];
  /** Sells the product, or some of its variants, with plans of the app; returns the plans' numbers. */
  sell(plans: Plans, to?: { name?: string; variantIds?: number[] }): number[];
  /** Does `POST /control/{name}` in process. */
  act(name: string, body: object): Promise<void>;
  request(path: string, init?: RequestInit): Promise<Response>;
  /** The product's page, with a query such as `?variant=1`. */
  page(query?: string): Promise<Document>;
};

/** The storefront of the store that has no plans, with the widget's block on its product page, and its first product. */
export async function storefrontInTest(
  parse: (html: string) => Document,
): Promise<StorefrontInTest> {
  const platform = testPlatform();
  const store = storeOf(platform, firstCrack);
  const site = createStorefront(platform);
  const [product] = store.tables.products.all();
  if (product === undefined) throw new Error('The store has no product.');
  const act = async (name: string, body: object) => {
    const answer = await controlActions[name]?.(platform, store, body);
    if (answer?.status !== 200) throw new Error(`${name}: ${JSON.stringify(answer?.body)}`);
  };
  await act('theme', { kind: 'add-block', template: 'product', block: widgetBlocks.block });
  await act('product', { productId: product.id, inventoryQuantity: 5 });
  const request = async (path: string, init?: RequestInit) =>
    await site.request(`/first-crack${path}`, init);
  return {
    platform,
    product,
    variants: product.variantIds.flatMap((id) => store.tables.variants.get(id) ?? []),
    sell: (plans, { name = 'Coffee club', variantIds } = {}) =>
      store.transact((transaction) => {
        const members = variantIds ? { variantIds } : { productIds: [product.id] };
        const group = putGroup(transaction, { name, position: 1, plans, createdAt, ...members });
        return group.plans.map(({ id }) => id);
      }),
    act,
    request,
    page: async (query = '') =>
      parse(await (await request(`/products/${product.handle}${query}`)).text()),
  };
}
