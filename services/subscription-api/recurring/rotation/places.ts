import { and, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { RotationPrice } from '#contract/rotation-texts.ts';
import type { ShopContext } from '../../shop-context.ts';
import { rowsOf } from '../../store/rows-of.ts';
import {
  subscriptionContractTable as contracts,
  subscriptionContractLineTable as lines,
  rotationPlaceTable as places,
  rotationTable as rotations,
  rotationVersionTable as versions,
} from '../../store/schema.ts';
import { heldSchema } from './held.ts';
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

const heldRow = z.object({
  contract_id: z.string(),
  item: heldSchema.element,
  begun_at: z.coerce.date(),
});

const keyOf = (contract: string, line: string) => `${contract} ${line}`;

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
 * The rotating lines of a shop's contracts, as the mirror has them, with where their subscribers stand ({@link placeLines}). Takes one query where nothing
 * rotates, else four.
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
 * Says where the subscribers of lines stand. It follows from the latest paid order that held a coffee, or from what the merchant has chosen since; one whose
 * subscription began with an order while the rotation was there had its first coffee with that. Skipped and failed orders use up none.
 */
export async function placeLines(
  { database, shop }: Pick<ShopContext, 'database' | 'shop'>,
  subscribed: readonly (SubscribedLine & Began)[],
): Promise<RotatingLine[]> {
  if (subscribed.length === 0) return [];
  const ids = [...new Set(subscribed.map(({ contract }) => contract))];
  const [held, chosen, orders] = await Promise.all([
    rowsOf(
      database,
      heldRow,
      sql`select distinct on (attempt.contract_id, item ->> 'line') attempt.contract_id, item, attempt.begun_at
        from billing_attempt attempt, jsonb_array_elements(attempt.held) item
        where attempt.shop = ${shop} and attempt.contract_id = any(${sql.param(ids)}::text[])
          and attempt.state = 'paid'
        order by attempt.contract_id, item ->> 'line', attempt.begun_at desc, attempt.cycle_index desc`,
    ),
    database
      .select()
      .from(places)
      .where(and(eq(places.shop, shop), inArray(places.contractId, ids))),
    listVersions({ database, shop }, [...new Set(subscribed.map(({ product }) => product))]),
  ]);
  const heldBy = new Map(held.map((row) => [keyOf(row.contract_id, row.item.line), row]));
  const chosenFor = new Map(chosen.map((row) => [keyOf(row.contractId, row.lineId), row]));
  return subscribed.map(({ createdAt, hasFirstOrder, ...line }): RotatingLine => {
    const own = orders.filter(({ productId }) => productId === line.product);
    const orderOf = (version: number): Order =>
      own.find((one) => one.version === version)?.products ?? line.rotation.order;
    const key = keyOf(line.contract, line.line);
    const had = heldBy.get(key);
    const choice = chosenFor.get(key);
    if (choice !== undefined && (had === undefined || choice.at >= had.begun_at)) {
      const { coffee, version } = choice;
      return { ...line, place: { coffee, isHad: false, order: orderOf(version) } };
    }
    if (had !== undefined) {
      const { coffee, version } = had.item;
      return { ...line, place: { coffee, isHad: true, order: orderOf(version) } };
    }
    const atFirst = hasFirstOrder ? own.findLast(({ savedAt }) => savedAt <= createdAt) : undefined;
    const first = atFirst?.products[0];
    if (atFirst === undefined || first === undefined) return { ...line, place: null };
    return { ...line, place: { coffee: first, isHad: true, order: atFirst.products } };
  });
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
