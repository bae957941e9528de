import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { ShopContext } from '../../shop-context.ts';
import { rowsOf } from '../../store/rows-of.ts';
import { type Coffee, foreseeCoffees } from './foresee.ts';
import { isInUse, type RotatingLine } from './places.ts';
import { askForTitles } from './titles.ts';

/** An order to come, by the numeric tail of its contract's id and its cycle. */
type OrderName = { contract: string; cycle: number };

const rowSchema = z.object({
  contract: z.string(),
  cycle: z.number().int(),
  before: z.coerce.number().int(),
});

/** The titles of what rotating lines will hold, by the lines' ids. */
type Coffees = ReadonlyMap<string, string>;

/** What an order to come will hold, and how many orders of its contract come before it. */
export type ForeseenOrder = {
  before: number;
  /** Its rotating lines; `coffee` is null if nothing of the rotation can go out. */
  lines: (RotatingLine & { coffee: Coffee | null })[];
};

const keyOf = ({ contract, cycle }: OrderName) => `${contract} ${cycle}`;

/**
 * The coffees that rotating lines will hold in the named orders, by {@link foreseeCoffees}. Orders that are to come before a named one use
 * up a coffee each, as on the subscription's page. Takes one query where nothing rotates; Shopify is asked only for titles that nobody has
 * told yet.
 * @returns what each order will hold; lines that don't rotate, or whose rotation has nothing that can go out, aren't in it
 */
export async function foreseeOrders(
  context: Context,
  orders: readonly OrderName[],
): Promise<(order: OrderName) => Coffees> {
  const foreseenOf = await foreseeRotating(context, orders);
  return (order) => titlesOf(foreseenOf(order));
}

/** The titles of the coffees that an order will hold, by its rotating lines' ids. */
export const titlesOf = (foreseen: ForeseenOrder | undefined): Coffees =>
  new Map(
    (foreseen?.lines ?? []).flatMap(({ line, coffee }) =>
      coffee ? [[line, coffee.title ?? `Product ${coffee.id}`] as const] : [],
    ),
  );

/** Whether an order's price is that of the coffees it brings, which only Shopify knows. */
export const hasCoffeePrices = ({ lines }: ForeseenOrder): boolean =>
  lines.some(({ rotation }) => rotation.price === 'product');

type Context = Pick<ShopContext, 'database' | 'shop' | 'graphql' | 'logger' | 'now'>;

/** As {@link foreseeOrders}, with what is known of the lines; undefined for an order that has no rotating line. */
export async function foreseeRotating(
  context: Context,
  orders: readonly OrderName[],
): Promise<(order: OrderName) => ForeseenOrder | undefined> {
  const foreseen = new Map<string, ForeseenOrder>();
  const found = await findPositions(context, orders);
  const coming = new Map<string, number>();
  for (const { contract, before } of found) {
    coming.set(contract, Math.max(coming.get(contract) ?? 0, before + 1));
  }
  if (coming.size > 0) {
    const foresee = async () => [...(await foreseeCoffees(context, coming)).values()].flat();
    let lines = await foresee();
    const untold = lines.flatMap(({ coffees }) =>
      coffees.flatMap(({ id, title }) => (title === null ? [id] : [])),
    );
    if (untold.length > 0) {
      await askForTitles(context, [...new Set(untold)]);
      lines = await foresee();
    }
    for (const { before, ...order } of found) {
      const own = lines.filter(({ contract }) => contract === order.contract);
      foreseen.set(keyOf(order), {
        before,
        lines: own.map(({ coffees, ...line }) => ({ ...line, coffee: coffees[before] ?? null })),
      });
    }
  }
  return (order) => foreseen.get(keyOf(order));
}

/**
 * Rows of the orders, as `named` (`contract`, `cycle`), with what is stored of them: their `contract`, its `cycle`, what billing has done
 * as `standing`, and `own.expected_at`.
 */
export const namedOrders = (shop: string, orders: readonly OrderName[]): SQL => sql`
  unnest(${sql.param(orders.map(({ contract }) => contract))}::text[], ${sql.param(orders.map(({ cycle }) => cycle))}::integer[]) named (contract, cycle)
  join subscription_contract contract on contract.shop = ${shop} and contract.id = named.contract
  left join billing_cycle cycle
    on cycle.shop = ${shop} and cycle.contract_id = named.contract and cycle.cycle_index = named.cycle
  left join cycle_billing standing
    on standing.shop = ${shop} and standing.contract_id = named.contract and standing.cycle_index = named.cycle
  cross join lateral (select coalesce(cycle.expected_at, standing.expected_at) as expected_at) own`;

/** How many orders of its contract come before one of {@link namedOrders}, as `named` with its `contract` and its own `expected_at`. */
export const ordersBefore = ({ shop, now }: Pick<ShopContext, 'shop' | 'now'>): SQL => sql`(
  select count(*) from cycle_billing earlier
  where earlier.shop = ${shop} and earlier.contract_id = named.contract
    and (earlier.state = 'open' or earlier.reason = 'open for 7 days')
    and (earlier.expected_at, earlier.cycle_index) < (own.expected_at, named.cycle)
) + (
  select count(*) from billing_cycle earlier
  where earlier.shop = ${shop} and earlier.contract_id = named.contract
    and not earlier.is_billed and not earlier.is_skipped and contract.is_usage_based is distinct from true
    and earlier.expected_at >= coalesce((select went_live_at from billing_settings where shop = ${shop}), ${now().toISOString()}::timestamptz)
    and (earlier.expected_at, earlier.cycle_index) < (own.expected_at, named.cycle)
    and not exists (
      select from cycle_billing looked
      where looked.shop = ${shop} and looked.contract_id = named.contract and looked.cycle_index = earlier.cycle_index)
)`;

/** Those of the orders that have a rotating line, with how many orders of the same contract come before each. */
async function findPositions(
  { database, shop, now }: Pick<ShopContext, 'database' | 'shop' | 'now'>,
  orders: readonly OrderName[],
): Promise<z.infer<typeof rowSchema>[]> {
  if (orders.length === 0) return [];
  return await rowsOf(
    database,
    rowSchema,
    sql`select named.contract, named.cycle, ${ordersBefore({ shop, now })} as before
      from ${namedOrders(shop, orders)}
      where exists (
        select from subscription_contract_line line
        join rotation on rotation.shop = line.shop and rotation.product_id = line.product_id
        where line.shop = ${shop} and line.contract_id = named.contract and ${isInUse})`,
  );
}
