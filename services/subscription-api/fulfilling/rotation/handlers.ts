import { dayIn } from '#contract/calendar.ts';
import { originalIdOf } from '#contract/original-id.ts';
import { emptyPageInfo } from '#contract/pagination.ts';
import type { Rotation, RotationCandidates, RotationCandidatesQuery } from '#contract/rotation.ts';
import type { SubscriptionApiHandlers } from '../../handlers.ts';
import { collectPage } from '../../platform/collected-page.ts';
import { requireActiveVendor } from '../../shop/active-vendor.ts';
import { keepTold } from '../../shop/told-products.ts';
import type { ShopContext } from '../../shop-context.ts';
import { candidatesQuery } from './candidates-query.ts';
import { listCandidates } from './documents.ts';
import { readProducts, rotationProductOf } from './products.ts';
import { findRotatedProducts } from './rotated-products.ts';
import { findRotation, keepRotation, type StoredRotation } from './store.ts';
import { assertProductsFit, type ReadRotation } from './validate-products.ts';

/** Specification §9. */
const candidatesPerPage = 200;

export const rotationHandlers = {
  listProducts: async ({ database, shop }) => ({
    products: await findRotatedProducts(database, shop),
  }),

  getRotation: async (context, { id }) => {
    await requireActiveVendor(context.database, context.shop);
    const productId = originalIdOf(id);
    const stored = await findRotation(context, productId);
    const read = await readProducts(context, productId, stored.products);
    await keepTold(context, read.products);
    return rotationOf(context, read, stored);
  },

  updateRotation: async (context, { id, body }) => {
    await requireActiveVendor(context.database, context.shop);
    const productId = originalIdOf(id);
    const read = await readProducts(context, productId, body.products);
    assertProductsFit(read);
    const stored = await keepRotation(context, productId, body);
    await keepTold(context, read.products);
    return rotationOf(context, read, stored);
  },

  listRotationCandidates: async (context, { id, query }) => {
    await requireActiveVendor(context.database, context.shop);
    return await candidatesFor(context, originalIdOf(id), query);
  },
} satisfies Partial<SubscriptionApiHandlers>;

function rotationOf(
  { now }: ShopContext,
  { product, products, timeZone }: ReadRotation,
  { version, price }: StoredRotation,
): Rotation {
  return {
    payload: {
      product,
      products: products.map((product) => ({ product })),
      version,
      price,
      today: dayIn(timeZone, now()),
    },
  };
}

async function candidatesFor(
  context: ShopContext,
  productId: string,
  { after, query: typed }: RotationCandidatesQuery,
): Promise<RotationCandidates> {
  const query = candidatesQuery(productId, typed);
  if (query === null) return { products: [], pageInfo: emptyPageInfo };
  const { nodes, pageInfo } = await collectPage({
    context,
    kind: 'products for a rotation',
    request: { first: candidatesPerPage, after },
    scanSize: candidatesPerPage,
    fetchPage: async (cursors) =>
      (await context.graphql(listCandidates, { ...cursors, query })).products,
  });
  return { products: nodes.map(rotationProductOf), pageInfo };
}
