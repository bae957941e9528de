import { z } from 'zod';
import { originalIdOf } from '#contract/original-id.ts';
import { findTold } from '../../shop/told-products.ts';
import type { ShopContext } from '../../shop-context.ts';
import { variantOf } from '../rotation/choose.ts';
import { readOffered } from '../rotation/documents.ts';
import { nextCoffees, type Order } from '../rotation/order.ts';
import { listVersions, placeOf, placeRow } from '../rotation/places.ts';
import type { NeedRow } from './needs.ts';
import { readCached } from './read-cached.ts';
import { findTaken } from './taken.ts';

/** A product costs 12 points, and a query at most 1,000. */
const productsAtOnce = 50;

/** What is needed of a rotation's lines whose subscribers stand at the same place (`placedSql`), for the `nth` of their coming orders, from 0. */
export const comingSchema = placeRow.extend({
  day: z.number().int(),
  is_delivery: z.boolean(),
  nth: z.coerce.number().int(),
  product: z.string(),
  variant_title: z.string().nullable(),
  bags: z.coerce.number().int(),
  orders: z.coerce.number().int(),
});

/**
 * What is needed, with the coffees that rotating lines hold in place of the product that was subscribed to: those of paid `rows` as they were then, those of
 * `coming` orders and their deliveries as they are foreseen (rotation/foresee.ts). `areKnown` is false if Shopify couldn't be asked for their variants.
 */
export async function withRotation(
  context: ShopContext,
  rows: readonly NeedRow[],
  {
    coming,
    rotating,
    today,
  }: {
    coming: readonly z.infer<typeof comingSchema>[];
    rotating: readonly { id: string; order: Order }[];
    today: string;
  },
): Promise<{ rows: NeedRow[]; areKnown: boolean }> {
  const orders = await listVersions(
    context,
    rotating.map(({ id }) => id),
  );
  const told = await findTold(context, [
    ...rotating.flatMap(({ order }) => order),
    ...rows.flatMap(({ product }) => product ?? []),
  ]);
  const isPassedOver = (id: string) => (told.get(id)?.status ?? 'active') !== 'active';
  const foreseen = coming.flatMap((row): NeedRow[] => {
    const { day, is_delivery, nth, product, variant_title, bags, orders: made } = row;
    const order = rotating.find(({ id }) => id === product)?.order ?? [];
    const place = placeOf(row, { product, rotation: { order } }, orders);
    const coffee = nextCoffees(order, place, nth + 1, isPassedOver)[nth];
    if (coffee === undefined) return [];
    return [
      {
        ...{ day, variant_title, bags, orders: made, is_charged: false, is_delivery },
        ...{ item: '', product: coffee, title: told.get(coffee)?.title ?? '' },
      },
    ];
  });
  const replaced = [...rows, ...foreseen];
  const unnamed = replaced.flatMap(({ item, product }) =>
    item === '' && product !== null ? [product] : [],
  );
  const { offered, areKnown } = await readCoffees(context, [...new Set(unnamed)]);
  // Without Shopify they are what taken days call them, or each would be marked as new there and as gone.
  const taken = areKnown
    ? []
    : [...(await findTaken(context.database, context.shop, today)).values()];
  const called = new Map(
    taken.flatMap(({ items }) =>
      items.map(
        ({ id, product, variantTitle }) => [namelessId(product, variantTitle), id] as const,
      ),
    ),
  );
  const named = replaced.map((kept) => {
    // A product may have got another name since an order was paid, or since its variants were asked for.
    const row = { ...kept, title: told.get(kept.product ?? '')?.title ?? kept.title };
    if (row.item !== '') return row;
    const { product, variant_title: variantTitle } = row;
    const coffee = offered.get(product ?? '');
    const variant = coffee && variantOf(coffee, { variantTitle });
    const nameless = namelessId(product, variantTitle);
    return {
      ...row,
      item: variant === undefined ? (called.get(nameless) ?? nameless) : originalIdOf(variant.id),
      title: row.title || (coffee?.title ?? `Product ${product}`),
    };
  });
  return { rows: named, areKnown };
}

const namelessId = (product: string | null, variantTitle: string | null) =>
  ` ${product} ${variantTitle ?? ''}`;

/** Coffees as the platform offers them, by their original ids. */
async function readCoffees(context: ShopContext, ids: readonly string[]) {
  const { found: offered, failure } = await readCached(context, {
    ...{ cache: context.caches.offered, ids, atOnce: productsAtOnce },
    ask: async (some) => [...(await readOffered(context, some)).offered],
  });
  return { offered, areKnown: failure === null };
}
