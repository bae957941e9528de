import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { originalIdOf } from '#contract/original-id.ts';
import { findTold } from '../../shop/told-products.ts';
import type { ShopContext } from '../../shop-context.ts';
import { rowsOf } from '../../store/rows-of.ts';
import { variantOf } from '../rotation/choose.ts';
import { readOffered } from '../rotation/documents.ts';
import { type Held, heldOf } from '../rotation/held.ts';
import { nextCoffees, type Order } from '../rotation/order.ts';
import { listVersions, placeOf, placeRow } from '../rotation/places.ts';
import type { NeedRow } from './needs.ts';
import { readCached } from './read-cached.ts';

/** A product costs 12 points, and a query at most 1,000. */
const productsAtOnce = 50;

/** What is needed of a rotation's lines whose subscribers stand at the same place (`placedSql`), for the `nth` of their coming orders, from 0. */
export const comingSchema = placeRow.extend({
  day: z.number().int(),
  nth: z.coerce.number().int(),
  product: z.string(),
  item: z.string(),
  title: z.string(),
  variant_title: z.string().nullable(),
  bags: z.coerce.number().int(),
  orders: z.coerce.number().int(),
});

type RotatingRow = NeedRow & { contract: string; line: string };

const isRotating = (row: NeedRow): row is RotatingRow => row.contract !== null && row.line !== null;

/**
 * What is needed, with the coffees that rotating lines hold in place of the product that was subscribed to: those of a charged order as it held them, those of
 * `coming` orders as they are foreseen (rotation/foresee.ts). A delivery holds what the latest paid order did. `areKnown` is false if Shopify couldn't be asked for
 * their variants.
 */
export async function withRotation(
  context: ShopContext,
  rows: readonly NeedRow[],
  {
    coming,
    rotating,
  }: {
    coming: readonly z.infer<typeof comingSchema>[];
    rotating: readonly { id: string; order: Order }[];
  },
): Promise<{ rows: NeedRow[]; areKnown: boolean }> {
  const held = await findLastHeld(context, rows.filter(isRotating));
  const had = rows.map((row): NeedRow => {
    const item = isRotating(row)
      ? held.get(row.contract)?.find(({ line }) => line === row.line)
      : undefined;
    if (item === undefined) return row;
    return { ...row, item: item.variant ?? '', product: item.coffee, title: item.title };
  });
  const orders = await listVersions(
    context,
    rotating.map(({ id }) => id),
  );
  const told = await findTold(
    context,
    rotating.flatMap(({ order }) => order),
  );
  const isPassedOver = (id: string) => (told.get(id)?.status ?? 'active') !== 'active';
  const foreseen = coming.map((row): NeedRow => {
    const { day, nth, product, item, title, variant_title, bags, orders: made } = row;
    const order = rotating.find(({ id }) => id === product)?.order ?? [];
    const place = placeOf(row, { product, rotation: { order } }, orders);
    const coffee = nextCoffees(order, place, nth + 1, isPassedOver)[nth];
    return {
      ...{ day, variant_title, bags, orders: made, is_charged: false, is_delivery: false },
      ...{ contract: null, line: null },
      // Where nothing of the rotation can go out, it is what was subscribed to.
      ...(coffee === undefined
        ? { item, product, title }
        : { item: '', product: coffee, title: told.get(coffee)?.title ?? '' }),
    };
  });
  const replaced = [...had, ...foreseen];
  const unnamed = replaced.flatMap(({ item, product }) =>
    item === '' && product !== null ? [product] : [],
  );
  const { offered, areKnown } = await readCoffees(context, [...new Set(unnamed)]);
  const named = replaced.map((row) => {
    if (row.item !== '') return row;
    const { product, variant_title: variantTitle } = row;
    const coffee = offered.get(product ?? '');
    const variant = coffee && variantOf(coffee, { variantTitle });
    return {
      ...row,
      item: variant === undefined ? ` ${product} ${variantTitle ?? ''}` : originalIdOf(variant.id),
      title: coffee?.title ?? (row.title === '' ? `Product ${product}` : row.title),
    };
  });
  return { rows: named, areKnown };
}

/** What the latest paid order of lines' contracts held, by contract. */
async function findLastHeld(
  { database, shop }: ShopContext,
  lines: readonly { contract: string }[],
): Promise<Map<string, Held>> {
  if (lines.length === 0) return new Map();
  const rows = await rowsOf(
    database,
    z.object({ contract_id: z.string(), held: z.unknown() }),
    sql`select wanted.contract_id, latest.held
      from unnest(${sql.param([...new Set(lines.map(({ contract }) => contract))])}::text[]) wanted (contract_id)
      cross join lateral (
        select attempt.held from billing_attempt attempt
        where attempt.shop = ${shop} and attempt.contract_id = wanted.contract_id and attempt.state = 'paid'
        order by attempt.begun_at desc, attempt.cycle_index desc limit 1
      ) latest`,
  );
  return new Map(rows.map(({ contract_id, held }) => [contract_id, heldOf(held) ?? []]));
}

/** Coffees as the platform offers them, by their original ids. */
async function readCoffees(context: ShopContext, ids: readonly string[]) {
  const { found: offered, failure } = await readCached(context, {
    ...{ cache: context.caches.offered, ids, atOnce: productsAtOnce },
    ask: async (some) => [...(await readOffered(context, some)).offered],
  });
  return { offered, areKnown: failure === null };
}
