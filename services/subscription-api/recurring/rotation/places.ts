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

/** A contract's line whose product has a rotation, and where its subscriber stands in that. Ids are numeric tails. */
export type RotatingLine = {
  contract: string;
  line: string;
  /** The rotating product, which the customer subscribed to. */
  product: string;
  title: string;
  variantTitle: string | null;
  quantity: number;
  rotation: { order: Order; version: number; price: RotationPrice };
  place: Place;
};

const heldRow = z.object({
  contract_id: z.string(),
  item: heldSchema.element,
  begun_at: z.coerce.date(),
});

const keyOf = (contract: string, line: string) => `${contract} ${line}`;

/**
 * The rotating lines of a shop's contracts, as the mirror has them. A subscriber's place follows from the latest paid order that held a coffee, or from
 * what the merchant has chosen since; one whose subscription began with an order while the rotation was there had its first coffee with that. Skipped and
 * failed orders use up none. Takes one query where nothing rotates, else four.
 */
export async function listRotatingLines(
  { database, shop }: Pick<ShopContext, 'database' | 'shop'>,
  ids: readonly string[],
): Promise<RotatingLine[]> {
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
    .where(
      and(
        eq(lines.shop, shop),
        inArray(lines.contractId, [...ids]),
        sql`cardinality(${rotations.products}) > 0`,
      ),
    )
    .orderBy(lines.contractId, lines.position);
  if (rows.length === 0) return [];
  const rotating = [...new Set(rows.map(({ contract }) => contract))];
  const [held, chosen, orders] = await Promise.all([
    rowsOf(
      database,
      heldRow,
      sql`select distinct on (attempt.contract_id, item ->> 'line') attempt.contract_id, item, attempt.begun_at
        from billing_attempt attempt, jsonb_array_elements(attempt.held) item
        where attempt.shop = ${shop} and attempt.contract_id = any(${sql.param(rotating)}::text[])
          and attempt.state = 'paid'
        order by attempt.contract_id, item ->> 'line', attempt.begun_at desc, attempt.cycle_index desc`,
    ),
    database
      .select()
      .from(places)
      .where(and(eq(places.shop, shop), inArray(places.contractId, rotating))),
    database
      .select()
      .from(versions)
      .where(
        and(
          eq(versions.shop, shop),
          inArray(versions.productId, [...new Set(rows.map(({ product }) => product))]),
        ),
      )
      .orderBy(versions.version),
  ]);
  const heldBy = new Map(held.map((row) => [keyOf(row.contract_id, row.item.line), row]));
  const chosenFor = new Map(chosen.map((row) => [keyOf(row.contractId, row.lineId), row]));
  return rows.map(({ order, version, price, createdAt, originOrderId, ...line }) => {
    const own = orders.filter(({ productId }) => productId === line.product);
    const orderOf = (saved: number): Order =>
      own.find((one) => one.version === saved)?.products ?? order;
    const key = keyOf(line.contract, line.line);
    const had = heldBy.get(key);
    const choice = chosenFor.get(key);
    const atFirst =
      originOrderId === null ? undefined : own.findLast(({ savedAt }) => savedAt <= createdAt);
    const first = atFirst?.products[0];
    const rotation = { order, version, price };
    if (choice !== undefined && (had === undefined || choice.at >= had.begun_at)) {
      const place = { coffee: choice.coffee, isHad: false, order: orderOf(choice.version) };
      return { ...line, rotation, place };
    }
    if (had !== undefined) {
      const { coffee, version: saved } = had.item;
      return { ...line, rotation, place: { coffee, isHad: true, order: orderOf(saved) } };
    }
    const place: Place =
      first === undefined
        ? null
        : { coffee: first, isHad: true, order: atFirst?.products ?? order };
    return { ...line, rotation, place };
  });
}
