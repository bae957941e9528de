import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { globalIdOf, originalIdOf } from '#contract/original-id.ts';
import type { ShopContext } from '../../shop-context.ts';
import { rowsOf } from '../../store/rows-of.ts';
import { variantOf } from '../rotation/choose.ts';
import { findOffered } from '../rotation/documents.ts';
import { foreseeCoffees } from '../rotation/foresee.ts';
import { type Held, heldOf } from '../rotation/held.ts';
import type { NeedRow } from './needs.ts';
import { partsOf, readCached } from './read-cached.ts';

/** A query has room for no more. */
const contractsAtOnce = 5_000;
/** A product costs 12 points, and a query at most 1,000. */
const productsAtOnce = 50;

type RotatingRow = NeedRow & { contract: string; line: string };

const isRotating = (row: NeedRow): row is RotatingRow => row.contract !== null && row.line !== null;

/** A coffee in a size; `variant` is null until Shopify is asked for it. */
type Coffee = { id: string; title: string | null; variant: string | null };

/**
 * What is needed, with the coffees that rotating lines will hold in place of the product that was subscribed to: those of a charged order as it held them, those of
 * coming orders as they are foreseen. A delivery holds what the latest paid order did. `areKnown` is false if Shopify couldn't be asked for their variants.
 */
export async function withRotation(
  context: ShopContext,
  rows: readonly NeedRow[],
): Promise<{ rows: NeedRow[]; areKnown: boolean }> {
  const rotating = rows.filter(isRotating).sort((one, other) => one.day - other.day);
  if (rotating.length === 0) return { rows: [...rows], areKnown: true };
  const isComing = ({ is_charged, is_delivery }: NeedRow) => !is_charged && !is_delivery;
  const coming = new Map<string, number>();
  const lineKey = ({ contract, line }: { contract: string; line: string }) => `${contract} ${line}`;
  for (const row of rotating.filter(isComing)) {
    coming.set(lineKey(row), (coming.get(lineKey(row)) ?? 0) + row.times);
  }
  const orders = new Map<string, number>();
  for (const row of rotating) {
    const { contract } = row;
    orders.set(contract, Math.max(orders.get(contract) ?? 0, coming.get(lineKey(row)) ?? 0));
  }
  const next = new Map<string, Coffee[]>();
  const held = new Map<string, Held>();
  for (const part of partsOf([...orders], contractsAtOnce)) {
    const foreseen = await foreseeCoffees(context, new Map(part));
    for (const [contract, lines] of foreseen) {
      for (const { line, coffees } of lines) {
        const unasked = coffees.map((coffee) => ({ ...coffee, variant: null }));
        next.set(lineKey({ contract, line }), unasked);
      }
    }
    for (const [contract, items] of await findLastHeld(
      context,
      part.map(([contract]) => contract),
    )) {
      held.set(contract, items);
    }
  }

  const of = (row: RotatingRow, { id, title, variant }: Coffee, times: number) => ({
    ...row,
    item: variant ?? '',
    product: id,
    title: title ?? '',
    bags: (row.bags / row.times) * times,
    orders: (row.orders / row.times) * times,
    times,
  });
  const replaced = rotating.flatMap((row): NeedRow[] => {
    if (!isComing(row)) {
      const had = held.get(row.contract)?.find(({ line }) => line === row.line);
      return had === undefined ? [row] : [of(row, { ...had, id: had.coffee }, row.times)];
    }
    const coffees = next.get(lineKey(row))?.splice(0, row.times) ?? [];
    return coffees.length === 0 ? [row] : coffees.map((coffee) => of(row, coffee, 1));
  });
  const unnamed = replaced.flatMap(({ item, product }) =>
    item === '' && product !== null ? [product] : [],
  );
  const { offered, areKnown } = await readOffered(context, [...new Set(unnamed)]);
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
  return { rows: [...rows.filter((row) => !isRotating(row)), ...named], areKnown };
}

/** What the latest paid order of contracts held, by contract. */
async function findLastHeld(
  { database, shop }: ShopContext,
  contracts: readonly string[],
): Promise<Map<string, Held>> {
  const rows = await rowsOf(
    database,
    z.object({ contract_id: z.string(), held: z.unknown() }),
    sql`select distinct on (attempt.contract_id) attempt.contract_id, attempt.held
      from billing_attempt attempt
      where attempt.shop = ${shop} and attempt.contract_id = any(${sql.param([...contracts])}::text[]) and attempt.state = 'paid'
      order by attempt.contract_id, attempt.begun_at desc, attempt.cycle_index desc`,
  );
  return new Map(rows.map(({ contract_id, held }) => [contract_id, heldOf(held) ?? []]));
}

/** Coffees as the platform offers them, by their original ids. */
async function readOffered(context: ShopContext, ids: readonly string[]) {
  const { found: offered, failure } = await readCached(context, {
    ...{ cache: context.caches.offered, ids, atOnce: productsAtOnce },
    ask: async (some) => {
      const globalIds = some.map((id) => globalIdOf('Product', id));
      const { nodes } = await context.graphql(findOffered, { ids: globalIds });
      return nodes.flatMap((node) =>
        node === null ? [] : [[originalIdOf(node.id), node] as const],
      );
    },
  });
  return { offered, areKnown: failure === null };
}
