import { and, eq, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { RotationPrice } from '#contract/rotation-texts.ts';
import type { ShopContext } from '../../shop-context.ts';
import type { Database } from '../../store/database.ts';
import { type Place as PlaceOf, prepared } from '../../store/prepared.ts';
import { rowsOf } from '../../store/rows-of.ts';
import {
  type billingAttemptTable as attempts,
  subscriptionContractTable as contracts,
  subscriptionContractLineTable as lines,
  rotationPlaceTable as places,
  rotationTable as rotations,
  rotationVersionTable as versions,
} from '../../store/schema.ts';
import { heldOf } from './held.ts';
import type { Order, Place } from './order.ts';

/** An order of coffees as the merchant has saved it. */
export type Rotation = { order: Order; version: number; price: RotationPrice };

/** A contract's line that has a rotation. Ids are numeric tails. */
type SubscribedLine = {
  contract: string;
  line: string;
  /** The rotating product, which the customer subscribed to. */
  product: string;
  title: string;
  variantTitle: string | null;
  quantity: number;
  rotation: Rotation;
};

/** A contract's line that has a rotation, and where its subscriber stands in that. */
export type RotatingLine = SubscribedLine & { place: Place };

type Began = {
  createdAt: Date;
  /** Whether the contract began with an order of its own, as at a checkout. */
  hasFirstOrder: boolean;
};

/** The columns that {@link placedSql} adds; null for who had no coffee yet. */
export const placeRow = z.object({
  coffee: z.string().nullable(),
  version: z.number().int().nullable(),
  is_had: z.boolean().nullable(),
});

export type KeptPlace = typeof places.$inferSelect;

/** Where the subscriber of a contract's rotating lines stands, by line, unless nothing was charged or chosen yet. */
export const listKeptPlaces: (
  database: Database,
  name: { shop: string; contract: string },
) => Promise<KeptPlace[]> = prepared(
  (database, place: PlaceOf<{ shop: string; contract: string }>) =>
    database
      .select()
      .from(places)
      .where(and(eq(places.shop, place('shop')), eq(places.contractId, place('contract'))))
      .orderBy(places.lineId)
      .prepare(''),
);

/** The condition of a rotation that names products. */
export const isInUse = sql`cardinality(${rotations.products}) > 0`;

/** The rotations of products that have one, by product. */
export async function findRotations(
  { database, shop }: Pick<ShopContext, 'database' | 'shop'>,
  products: readonly string[],
): Promise<Map<string, Rotation>> {
  if (products.length === 0) return new Map();
  const rows = await database
    .select({
      product: rotations.productId,
      order: rotations.products,
      version: rotations.version,
      price: rotations.price,
    })
    .from(rotations)
    .where(
      and(eq(rotations.shop, shop), inArray(rotations.productId, [...new Set(products)]), isInUse),
    );
  return new Map(rows.map(({ product, ...rotation }) => [product, rotation]));
}

/**
 * The rotating lines of a shop's contracts, as the mirror has them, with where their subscribers stand ({@link placeLines}). Takes one
 * query where nothing rotates, else four.
 */
export async function listRotatingLines(
  context: Pick<ShopContext, 'database' | 'shop'>,
  ids: readonly string[],
): Promise<RotatingLine[]> {
  const { database, shop } = context;
  if (ids.length === 0) return [];
  const rows = await database
    .select({
      contract: lines.contractId,
      line: lines.id,
      product: rotations.productId,
      title: lines.title,
      variantTitle: lines.variantTitle,
      quantity: lines.quantity,
      order: rotations.products,
      version: rotations.version,
      price: rotations.price,
      createdAt: contracts.createdAt,
      originOrderId: contracts.originOrderId,
    })
    .from(lines)
    .innerJoin(
      rotations,
      and(eq(rotations.shop, lines.shop), eq(rotations.productId, lines.productId)),
    )
    .innerJoin(contracts, and(eq(contracts.shop, lines.shop), eq(contracts.id, lines.contractId)))
    .where(and(eq(lines.shop, shop), inArray(lines.contractId, [...ids]), isInUse))
    .orderBy(lines.contractId, lines.position);
  return await placeLines(
    context,
    rows.map(({ order, version, price, originOrderId, ...line }) => ({
      ...line,
      rotation: { order, version, price },
      hasFirstOrder: originOrderId !== null,
    })),
  );
}

/**
 * The subscribers' places in their rotations, as the columns `coffee`, `version` and `is_had` beside those of `subscribed`: `contract_id`,
 * `line_id`, `product_id`, `created_at` and `has_first_order`. The latest paid order with a coffee decides, or the merchant's choice since then
 * ({@link keepPlaces}). If there is neither, and the subscription began with an order of this product while it had the rotation, that was the first
 * coffee. Skipped and failed orders use up none.
 */
export const placedSql = (shop: string, subscribed: SQL): SQL => sql`
  select subscribed.*, coalesce(place.coffee, began.coffee) as coffee, coalesce(place.version, began.version) as version,
    coalesce(place.is_had, true) as is_had
  from ${subscribed} subscribed
  left join rotation_place place
    on place.shop = ${shop} and place.contract_id = subscribed.contract_id and place.line_id = subscribed.line_id
  left join lateral (
    select began.products[1] as coffee, began.version from rotation_version began
    where place.coffee is null and subscribed.has_first_order
      and began.shop = ${shop} and began.product_id = subscribed.product_id and began.saved_at <= subscribed.created_at
      and not exists (
        select from (
          select former.product_id from former_contract_line former
          where former.shop = ${shop} and former.contract_id = subscribed.contract_id and former.id = subscribed.line_id
          order by former.until limit 1
        ) at_first where at_first.product_id is distinct from subscribed.product_id
      )
    order by began.version desc limit 1
  ) began on true`;

/** Has a subscriber stand at the coffees that a paid order held, unless a place was chosen, or another paid order begun, after that. */
export async function keepPlaces(
  database: Database,
  { shop, contractId, begunAt: at, held }: typeof attempts.$inferSelect,
): Promise<void> {
  const rows = (heldOf(held) ?? []).map(({ line: lineId, coffee, version }) => ({
    ...{ shop, contractId, lineId, coffee, version, at, isHad: true },
  }));
  if (rows.length === 0) return;
  await database
    .insert(places)
    .values(rows)
    .onConflictDoUpdate({
      target: [places.shop, places.contractId, places.lineId],
      set: {
        coffee: sql`excluded.coffee`,
        version: sql`excluded.version`,
        at,
        isHad: true,
      },
      setWhere: lt(places.at, at),
    });
}

/** Says where the subscribers of lines stand, by {@link placedSql}. */
export async function placeLines(
  { database, shop }: Pick<ShopContext, 'database' | 'shop'>,
  subscribed: readonly (SubscribedLine & Began)[],
): Promise<RotatingLine[]> {
  if (subscribed.length === 0) return [];
  const texts = (of: (line: SubscribedLine & Began) => string) =>
    sql.param(subscribed.map((line) => of(line)));
  const [placed, orders] = await Promise.all([
    rowsOf(
      database,
      placeRow,
      sql`select placed.coffee, placed.version, placed.is_had from (${placedSql(
        shop,
        sql`(select * from unnest(${texts(({ contract }) => contract)}::text[], ${texts(({ line }) => line)}::text[],
          ${texts(({ product }) => product)}::text[], ${texts(({ createdAt }) => createdAt.toISOString())}::timestamptz[],
          ${texts(({ hasFirstOrder }) => String(hasFirstOrder))}::boolean[]
        ) with ordinality line (contract_id, line_id, product_id, created_at, has_first_order, nth))`,
      )}) placed order by placed.nth`,
    ),
    listVersions({ database, shop }, [...new Set(subscribed.map(({ product }) => product))]),
  ]);
  return subscribed.map(({ createdAt: _, hasFirstOrder: __, ...line }, index): RotatingLine => {
    return { ...line, place: placeOf(placed[index], line, orders) };
  });
}

/** The place that the columns of {@link placedSql} name; `orders` are those of {@link listVersions}. */
export function placeOf(
  row: z.infer<typeof placeRow> | undefined,
  { product, rotation }: { product: string; rotation: Pick<Rotation, 'order'> },
  orders: Awaited<ReturnType<typeof listVersions>>,
): Place {
  if (row === undefined || row.coffee === null) return null;
  const of = orders.find((one) => one.productId === product && one.version === row.version);
  return { coffee: row.coffee, isHad: row.is_had ?? false, order: of?.products ?? rotation.order };
}

/** The orders that rotations have had, the oldest first. */
export async function listVersions(
  { database, shop }: Pick<ShopContext, 'database' | 'shop'>,
  products: readonly string[],
): Promise<(typeof versions.$inferSelect)[]> {
  return await database
    .select()
    .from(versions)
    .where(and(eq(versions.shop, shop), inArray(versions.productId, [...products])))
    .orderBy(versions.version);
}
