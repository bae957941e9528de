import { and, eq, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { addDays, startOfDay } from '#contract/calendar.ts';
import { type Bags, roastDays } from '#contract/roast-plan.ts';
import type { ShopContext } from '../../shop-context.ts';
import { rowsOf } from '../../store/rows-of.ts';
import { rotationTable as rotations } from '../../store/schema.ts';
import { outcomeSql } from '../orders/outcome.ts';
import { isBeyond, isForeseen, isForeseenCycle } from '../orders/rows.ts';
import { dayOf } from '../orders/runs.ts';
import type { windowOf } from '../orders/window.ts';
import type { Order } from '../rotation/order.ts';
import { isInUse, placedSql } from '../rotation/places.ts';
import { comingSchema, withRotation } from './rotated.ts';

/** What the orders of a day need. */
export type DayNeeds = {
  day: string;
  orders: number;
  deliveries: number;
  bags: Bags;
  /** Those of orders that are charged, which the platform has taken out of stock. */
  charged: Bags;
};

/** An item as subscriptions name it. `id` is its variant's, or a blank and its title if it has none. */
export type NamedItem = {
  id: string;
  product: string | null;
  title: string;
  variantTitle: string | null;
};

const rowSchema = z.object({
  day: z.number().int(),
  is_charged: z.boolean(),
  is_delivery: z.boolean(),
  item: z.string(),
  product: z.string().nullable(),
  title: z.string(),
  variant_title: z.string().nullable(),
  bags: z.coerce.number().int(),
  orders: z.coerce.number().int(),
});

export type NeedRow = z.infer<typeof rowSchema>;

/**
 * What each of the coming days needs, by the mirror: orders that are due, foreseen as the calendar foresees them; today's that are charged or being
 * charged; and deliveries of prepaid orders. What is overdue counts as today's. Orders that have failed, or wait for their buyer, don't count.
 */
export async function readNeeds(
  context: ShopContext,
  { since, today, timeZone, beyond }: Awaited<ReturnType<typeof windowOf>>,
): Promise<{ days: DayNeeds[]; items: NamedItem[]; areCoffeesKnown: boolean }> {
  const { shop, database } = context;
  const days = Array.from({ length: roastDays }, (_, ahead) => addDays(today, ahead));
  const at = (date: Date) => sql`${date.toISOString()}::timestamptz`;
  const begin = startOfDay(timeZone, today);
  const until = at(startOfDay(timeZone, addDays(today, roastDays)));
  const period = (of: 'billing' | 'delivery') =>
    sql`(contract.${sql.raw(of)}_interval_count || ' ' || contract.${sql.raw(of)}_interval)::interval`;
  const isComing = sql`standing.shop = ${shop} and ${isForeseenCycle} and standing.expected_at >= ${at(since)} and standing.expected_at < ${until}
    and not ${isBeyond(beyond)}`;
  const rotating = await listRotations({ shop, database });
  const rotates = sql`line.product_id = any(${sql.param(rotating.map(({ id }) => id))}::text[])`;
  const stuck = rotating.filter(({ canGoOut }) => !canGoOut).map(({ id }) => id);
  // The charge would list the others for the merchant.
  const isMade = (of: SQL) =>
    stuck.length === 0
      ? sql`true`
      : sql`${of}.contract_id not in (
          select line.contract_id from subscription_contract_line line
          where line.shop = ${shop} and line.product_id = any(${sql.param(stuck)}::text[])
        )`;
  // One by one, or the database would read the lines of all contracts once more. What isn't paid yet holds those of now.
  const linesWhenOrdered = sql`cross join lateral (
    select min(former.until) as until from former_contract_line former
    where former.shop = ${shop} and former.contract_id = need.contract_id and former.until > need.ordered_at offset 0
  ) held
  cross join lateral (
    select line.id, line.position, line.product_id, line.variant_id, line.title, line.variant_title, line.quantity
    from subscription_contract_line line
    where line.shop = ${shop} and line.contract_id = need.contract_id and held.until is null
    union all
    select line.id, line.position, line.product_id, line.variant_id, line.title, line.variant_title, line.quantity
    from former_contract_line line
    where line.shop = ${shop} and line.contract_id = need.contract_id and line.until = held.until
  ) line`;
  // What rotating lines of coming orders will hold is foreseen below; those of paid ones have what was held then.
  const bags = sql`
    select need.day, need.is_charged, need.is_delivery,
      case when had.coffee is null then coalesce(line.variant_id, ' ' || line.title) else coalesce(had.variant, '') end as item,
      coalesce(had.coffee, line.product_id) as product, line.variant_title,
      any_value(coalesce(had.title, line.title)) as title, sum(line.quantity) as bags, count(*) filter (where line.position = 0) as orders
    from need
    ${linesWhenOrdered}
    left join lateral (
      select item ->> 'coffee' as coffee, item ->> 'variant' as variant, item ->> 'title' as title
      from jsonb_array_elements(need.held) item where item ->> 'line' = line.id limit 1
    ) had on true
    where need.is_paid or (${rotates}) is not true
    group by 1, 2, 3, 4, 5, 6`;
  // Sorting by day and item would take as long as everything else, and the database can't know how few there are.
  const read = <Row>(query: SQL, schema: z.ZodType<Row>) =>
    database.transaction(async (transaction) => {
      await transaction.execute(
        sql`select set_config('work_mem', '32MB', true), set_config('enable_sort', 'off', true)`,
      );
      return await rowsOf(transaction, schema, query);
    });
  // What failed or waits for its buyer isn't planned, but comes before what is expected later.
  const opened = (which: SQL) => sql`
    select standing.contract_id, standing.cycle_index, standing.expected_at,
      case when outcome.name = 'charging' then ${at(begin)} else standing.expected_at end as at,
      outcome.name = 'charging' and standing.reason <> 'the buyer must confirm' or outcome.name = 'upcoming' and ${isForeseen} as is_planned
    from cycle_billing standing
    join subscription_contract contract on contract.shop = ${shop} and contract.id = standing.contract_id
    cross join lateral (select ${outcomeSql(shop)} as name offset 0) outcome
    where standing.shop = ${shop} and standing.state = 'open' and standing.expected_at < ${until} and ${which}`;
  const openSoon = (which: SQL) =>
    sql`select contract_id, cycle_index, at, false as is_charged from (${opened(which)}) opened where is_planned`;
  const prepaid = sql`prepaid as materialized (
      select contract.id, ${period('billing')} as billing, ${period('delivery')} as delivery
      from subscription_contract contract
      where contract.shop = ${shop}
        and (contract.billing_interval, contract.billing_interval_count) <> (contract.delivery_interval, contract.delivery_interval_count)
    )`;
  const seriesOf = (of: SQL) => sql`series as materialized (
      select generate_series(1, (
        select ceil(max(extract(epoch from billing) / extract(epoch from delivery)))::integer from ${of}
      )) as nth
    )`;
  /** What each prepaid order was paid for: its contract's intervals of its time. */
  const terms = sql`terms as materialized (
      select * from (
        select one.*, coalesce(lag(one.until) over (partition by one.id order by one.until), '-infinity') as since
        from (
          select prepaid.*, 'infinity'::timestamptz as until from prepaid
          union all
          select former.contract_id, former.billed_every, former.delivered_every, former.until
          from former_contract_line former
          where former.shop = ${shop} and former.billed_every is not null and former.position = 0
        ) one
      ) one
      where one.billing <> one.delivery and one.until > ${at(begin)} - one.billing
    )`;
  /** The deliveries of a prepaid order, as `paid`. */
  const deliveries = sql`cross join lateral (
    select (paid.at at time zone ${timeZone} + nth * paid.delivery) at time zone ${timeZone} as at
    from series
    where nth * paid.delivery < paid.billing and paid.at > ${at(begin)} - paid.billing offset 0
  ) delivery`;
  const isDelivered = sql`delivery.at >= ${at(begin)} and delivery.at < ${until}`;
  // Not as a join, or it would only be looked at after what takes longer.
  const ofLines = sql`(standing.contract_id in (select line.contract_id from line)) is true`;
  // Only looked up for who had no coffee yet.
  const began = (column: 'created_at' | 'origin_order_id') => sql`(
    select contract.${sql.raw(column)} from subscription_contract contract where contract.shop = ${shop} and contract.id = line.contract_id
  )`;
  // Side by side, so that as many processors may work as there are.
  const [coming, ...parts] = await Promise.all([
    rotating.length === 0
      ? []
      : read(
          sql`with line as materialized (
            select line.contract_id, line.id as line_id, line.product_id, line.variant_title, line.quantity, line.position
            from subscription_contract_line line
            where line.shop = ${shop} and ${rotates}
          ),
          ordered as materialized (
            select * from (
              select due.*, row_number() over (partition by due.contract_id order by due.expected_at, due.cycle_index) - 1 as nth
              from (
                ${opened(ofLines)}
                union all
                select standing.contract_id, standing.cycle_index, standing.expected_at, standing.expected_at, true
                from billing_cycle standing where ${isComing} and ${ofLines}
              ) due
              where ${isMade(sql`due`)}
            ) due
            where due.is_planned
          ),
          ${prepaid},
          ${seriesOf(sql`prepaid`)},
          coming as materialized (
            select contract_id, nth, greatest(${dayOf(sql`at`, days, timeZone)}, 1) as day, false as is_delivery from ordered
            union all
            select paid.contract_id, paid.nth, ${dayOf(sql`delivery.at`, days, timeZone)}, true
            from (select * from ordered join prepaid on prepaid.id = ordered.contract_id) paid ${deliveries}
            where ${isDelivered}
          ),
          placed as (${placedSql(shop, sql`(select line.*, ${began('created_at')} as created_at, ${began('origin_order_id')} is not null as has_first_order from line)`)})
          select coming.day, coming.is_delivery, coming.nth, placed.product_id as product, placed.variant_title, placed.coffee,
            placed.version, placed.is_had, sum(placed.quantity) as bags, count(*) filter (where placed.position = 0) as orders
          from placed join coming on coming.contract_id = placed.contract_id
          group by 1, 2, 3, 4, 5, 6, 7, 8`,
          comingSchema,
        ),
    // Nobody can have looked at most of these yet. All contracts of a name hold the same, so one of them says what that is.
    read(
      sql`with need as materialized (
        select greatest(${dayOf(sql`standing.expected_at`, days, timeZone)}, 1) as day, standing.holds, count(*) as orders,
          any_value(standing.contract_id) as contract_id
        from billing_cycle standing where ${isComing} and ${isMade(sql`standing`)}
        group by 1, 2
      ),
      line as materialized (
        select one.holds, line.* from (select holds, any_value(contract_id) as contract_id from need group by holds) one
        join subscription_contract_line line on line.shop = ${shop} and line.contract_id = one.contract_id
      )
      select need.day, false as is_charged, false as is_delivery, coalesce(line.variant_id, ' ' || line.title) as item,
        any_value(line.product_id) as product, any_value(line.title) as title, any_value(line.variant_title) as variant_title,
        sum(line.quantity * need.orders) as bags, coalesce(sum(need.orders) filter (where line.position = 0), 0) as orders
      from need join line using (holds)
      where (${rotates}) is not true
      group by need.day, item`,
      rowSchema,
    ),
    read(
      sql`with soon as materialized (
        select opened.*, null::jsonb as held, null::timestamptz as ordered_at from (${openSoon(sql`true`)}) opened
        union all
        select paid.contract_id, paid.cycle_index, ${at(begin)}, true, paid.held, paid.settled_at
        from billing_attempt paid
        where paid.shop = ${shop} and paid.state = 'paid' and paid.settled_at >= ${at(begin)}
      ),
      need as materialized (
        select soon.contract_id, greatest(${dayOf(sql`soon.at`, days, timeZone)}, 1) as day, soon.is_charged, false as is_delivery,
          soon.is_charged as is_paid, soon.held, soon.ordered_at
        from soon where soon.is_charged or ${isMade(sql`soon`)}
      )
      ${bags}`,
      rowSchema,
    ),
    read(
      sql`with ${prepaid},
      ${terms},
      ${seriesOf(sql`terms`)},
      paid as (
        select prepaid.*, soon.at, false as is_paid, null::jsonb as held from prepaid
        join (${openSoon(sql`standing.contract_id in (select prepaid.id from prepaid)`)}) soon on soon.contract_id = prepaid.id
        where ${isMade(sql`soon`)}
        union all
        select prepaid.*, coming.at, false, null from prepaid
        cross join lateral (
          select standing.expected_at as at from billing_cycle standing
          where standing.contract_id = prepaid.id and ${isComing} and ${isMade(sql`standing`)} offset 0
        ) coming
        union all
        select terms.id, terms.billing, terms.delivery, made.settled_at, true, made.held from terms
        cross join lateral (
          select made.settled_at, made.held from billing_attempt made
          where made.shop = ${shop} and made.contract_id = terms.id and made.state = 'paid'
            and made.settled_at >= terms.since and made.settled_at < terms.until offset 0
        ) made
        union all
        select terms.id, terms.billing, terms.delivery, began.created_at, true, null from terms
        cross join lateral (
          select contract.created_at from subscription_contract contract
          where contract.shop = ${shop} and contract.id = terms.id and contract.origin_order_id is not null
            and contract.created_at >= terms.since and contract.created_at < terms.until offset 0
        ) began
      ),
      need as materialized (
        select paid.id as contract_id, paid.at as ordered_at, ${dayOf(sql`delivery.at`, days, timeZone)} as day, false as is_charged,
          true as is_delivery, paid.is_paid, paid.held
        from paid ${deliveries} where ${isDelivered}
      )
      ${bags}`,
      rowSchema,
    ),
    // What was added to the next order alone, and what of it was charged today.
    read(
      sql`with waiting as materialized (
        select extra.* from order_extra extra where extra.shop = ${shop} and extra.ended_at is null
      ),
      soon as materialized (${opened(sql`standing.contract_id in (select waiting.contract_id from waiting)`)}),
      need as (
        select waiting.*, false as is_charged, (
          select case when coming.is_planned then coming.at end from (
            select soon.* from soon where soon.contract_id = waiting.contract_id and ${isMade(sql`soon`)}
            union all
            select standing.contract_id, standing.cycle_index, standing.expected_at, standing.expected_at, true from billing_cycle standing
            where standing.contract_id = waiting.contract_id and ${isComing} and ${isMade(sql`standing`)}
          ) coming
          order by coming.expected_at, coming.cycle_index limit 1
        ) as at from waiting
        union all
        select sent.*, true, ${at(begin)} from order_extra sent
        where sent.shop = ${shop} and sent.outcome = 'sent' and sent.ended_at >= ${at(begin)}
      )
      select greatest(${dayOf(sql`need.at`, days, timeZone)}, 1) as day, need.is_charged, false as is_delivery, need.variant_id as item,
        any_value(need.product_id) as product, any_value(need.title) as title, any_value(need.variant_title) as variant_title,
        sum(need.quantity) as bags, 0 as orders
      from need where need.at is not null
      group by 1, need.is_charged, need.variant_id`,
      rowSchema,
    ),
  ]);
  const needs = days.map(
    (day): DayNeeds => ({ day, orders: 0, deliveries: 0, bags: {}, charged: {} }),
  );
  const items = new Map<string, NamedItem>();
  const { rows, areKnown } = await withRotation(context, parts.flat(), {
    ...{ coming, rotating, today },
  });
  for (const { item: id, product, title, variant_title, bags, orders, ...row } of rows) {
    const day = needs[row.day - 1];
    if (day === undefined) continue;
    day[row.is_delivery ? 'deliveries' : 'orders'] += orders;
    day.bags[id] = (day.bags[id] ?? 0) + bags;
    if (row.is_charged) day.charged[id] = (day.charged[id] ?? 0) + bags;
    items.set(id, { id, product, title, variantTitle: variant_title });
  }
  return { days: needs, items: [...items.values()], areCoffeesKnown: areKnown };
}

/** The rotations that name products, and whether one of these is known to be active, or nothing is known of it. */
async function listRotations({
  shop,
  database,
}: Pick<ShopContext, 'shop' | 'database'>): Promise<
  { id: string; order: Order; canGoOut: boolean }[]
> {
  const canGoOut = sql<boolean>`exists (
    select from unnest(${rotations.products}) coffee
    left join product told on told.shop = ${shop} and told.original_id = coffee
    where coalesce(told.status, 'active') = 'active'
  )`;
  return await database
    .select({ id: rotations.productId, order: rotations.products, canGoOut })
    .from(rotations)
    .where(and(eq(rotations.shop, shop), isInUse));
}
