import {
  and,
  eq,
  getTableColumns,
  inArray,
  lt,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { z } from 'zod';
import {
  anyBulkChangeSchema,
  type BulkChange,
  type BulkChangeList,
  type BulkOptions,
  type BulkRowList,
  type BulkRowListQuery,
  bulkChangeBodySchema,
  bulkFilterSchema,
} from '#contract/bulk-change.ts';
import { bulkRowStates, bulkTexts, leftOutReasons } from '#contract/bulk-change-names.ts';
import type { ListQuery } from '#contract/pagination.ts';
import { type KeysetPage, keysetPage } from '../../lists/keyset.ts';
import { notFound } from '../../service-error.ts';
import { shownTimeZoneOf } from '../../shop/store-time-zone.ts';
import type { ShopContext } from '../../shop-context.ts';
import type { Database } from '../../store/database.ts';
import { rowsOf } from '../../store/rows-of.ts';
import {
  bulkChangeTable as changes,
  importLineTable as lines,
  bulkChangeRowTable as rows,
} from '../../store/schema.ts';
import { isInUse } from '../rotation/places.ts';

type ChangeRow = typeof changes.$inferSelect & { takenBackBy: string | null };

/** The condition of a shop's change. */
export const ofChange = ({ shop }: Pick<ShopContext, 'shop'>, id: string) =>
  and(eq(changes.shop, shop), eq(changes.id, id));

/** Which change takes a `bulk_change` back, if it was begun. */
const takenBackBy = sql<string | null>`(select back.id from bulk_change back
  where back.shop = bulk_change.shop and back.takes_back = bulk_change.id and back.state <> 'prepared' limit 1)`;

const all = { ...getTableColumns(changes), takenBackBy };

/** @throws ServiceError `not found` */
export async function findBulkChange(context: ShopContext, id: string): Promise<ChangeRow> {
  const [row] = await context.database.select(all).from(changes).where(ofChange(context, id));
  if (row === undefined) throw notFound(bulkTexts.notFound);
  return row;
}

const countSchema = z.object({
  id: z.string(),
  state: z.enum(bulkRowStates),
  reason: z.enum(leftOutReasons).nullable(),
  subscriptions: z.coerce.number().int(),
  can_go_back: z.coerce.number().int(),
});
type Count = z.output<typeof countSchema>;

/** The rows of changes: subscriptions, or lines of an import. */
const rowsOfChanges = (shop: string, ids: readonly string[]) => {
  const which = sql`entry.shop = ${shop} and entry.change_id = any(${sql.param([...ids])}::text[])`;
  return sql`(
    select entry.change_id, entry.contract_id, entry.state, entry.reason, entry.back is not null as goes_back, entry.amount,
      entry.new_amount, entry.currency_code, false as lacks_method
    from bulk_change_row entry where ${which}
    union all
    select entry.change_id, null, entry.state, entry.reason, false, 0, coalesce(entry.amount, 0), entry.currency_code,
      entry.content ->> 'method' is null
    from import_line entry where ${which}
  ) entry`;
};

/** Whether an `entry` charges coffees that cost their own price. A price that the change itself sets stays. */
function hasOwnPriceSql({ shop, change, takesBack }: typeof changes.$inferSelect): SQL {
  const { data } = bulkChangeBodySchema.safeParse(change);
  const set = data?.change === 'price' && takesBack === null ? data.variant.id : null;
  return sql`(entry.new_amount > 0 and entry.contract_id in (
    select line.contract_id from rotation
    join subscription_contract_line line on line.shop = rotation.shop and line.product_id = rotation.product_id
    where rotation.shop = ${shop} and rotation.price = 'product' and ${isInUse}
      and line.variant_id is distinct from ${set}::text))`;
}

async function countRows(
  { database, shop }: ShopContext,
  ids: readonly string[],
): Promise<Count[]> {
  if (ids.length === 0) return [];
  return await rowsOf(
    database,
    countSchema,
    sql`select entry.change_id as id, entry.state, case when entry.state = 'left out' then entry.reason end as reason,
        count(*) as subscriptions,
        count(*) filter (where entry.state in ('done', 'doing') and entry.goes_back) as can_go_back
      from ${rowsOfChanges(shop, ids)}
      group by 1, 2, 3 order by 4 desc, 3`,
  );
}

function shownOf(row: ChangeRow, counts: readonly Count[], actor: string | null) {
  const count = (state: Count['state']) =>
    counts
      .filter((one) => one.id === row.id && one.state === state)
      .reduce((sum, { subscriptions }) => sum + subscriptions, 0);
  const { id, ticked, takesBack, takenBackBy: by, state, stoppedBecause } = row;
  return {
    ...{ id, ticked, takesBack, takenBackBy: by, state, stoppedBecause },
    change: anyBulkChangeSchema.parse(row.change),
    filter: bulkFilterSchema.parse(row.filter),
    isYours: row.actor !== null && row.actor === actor,
    preparedAt: row.preparedAt.toISOString(),
    begunAt: row.begunAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
    counts: {
      waiting: count('waiting'),
      doing: count('doing'),
      done: count('done'),
      refused: count('refused'),
      leftOut: count('left out'),
    },
  };
}

const sumSchema = z.object({
  currency_code: z.string(),
  subscriptions: z.coerce.number().int(),
  amount: z.coerce.number().int(),
  new_amount: z.coerce.number().int(),
  own_prices: z.coerce.number().int(),
  without_method: z.coerce.number().int(),
});

/**
 * A change of many subscriptions, as it stands now.
 * @throws ServiceError `not found` where the shop has none by this id
 */
export async function getBulkChange(context: ShopContext, id: string): Promise<BulkChange> {
  const { database, shop, actor } = context;
  const row = await findBulkChange(context, id);
  const counts = await countRows(context, [id]);
  const sums = await rowsOf(
    database,
    sumSchema,
    sql`select entry.currency_code, count(*) as subscriptions, sum(entry.amount) as amount,
        sum(entry.new_amount) as new_amount,
        count(*) filter (where ${hasOwnPriceSql(row)}) as own_prices,
        count(*) filter (where entry.lacks_method and entry.state = 'waiting') as without_method
      from ${rowsOfChanges(shop, [id])}
      where entry.state <> 'left out'
      group by 1 order by 2 desc, 1`,
  );
  const isBackAlready = row.takesBack !== null || row.takenBackBy !== null;
  return {
    ...shownOf(row, counts, actor),
    leftOut: counts.flatMap(({ reason, subscriptions }) =>
      reason === null ? [] : [{ reason, subscriptions }],
    ),
    sums: sums.map(({ subscriptions, amount, currency_code: currencyCode, ...sum }) => ({
      ...{ subscriptions, amount, currencyCode },
      ...{ newAmount: sum.new_amount, ownPrices: sum.own_prices },
    })),
    canGoBack: isBackAlready ? 0 : counts.reduce((sum, one) => sum + one.can_go_back, 0),
    withoutMethod: sums.reduce((sum, one) => sum + one.without_method, 0),
    timeZone: await shownTimeZoneOf(context),
  };
}

/** The changes that were begun, the latest first. */
export async function listBulkChanges(
  context: ShopContext,
  query: Pick<ListQuery, 'first' | 'after' | 'before' | 'reverse'>,
): Promise<BulkChangeList> {
  const { database, shop, actor } = context;
  // Cursors know seconds.
  const at = sql`date_trunc('second', ${changes.preparedAt})`;
  const page = keysetPage(query, at, changes.id);
  const found = await database
    .select(all)
    .from(changes)
    .where(
      and(eq(changes.shop, shop), notInArray(changes.state, ['checking', 'prepared']), page.where),
    )
    .orderBy(page.orderBy)
    .limit(page.limit);
  const { rows: shown, pageInfo } = page.finish(
    found.map((row) => ({
      at: `${row.preparedAt.toISOString().slice(0, 19)}Z`,
      id: row.id,
      row,
    })),
  );
  const counts = await countRows(
    context,
    shown.map(({ id }) => id),
  );
  return {
    changes: shown.map(({ row }) => shownOf(row, counts, actor)),
    pageInfo,
    timeZone: await shownTimeZoneOf(context),
  };
}

const rowSchema = z.object({
  id: z.string(),
  contract: z.string().nullable(),
  line: z.number().int().nullable(),
  reference: z.string().nullable(),
  state: z.enum(bulkRowStates),
  reason: z.string().nullable(),
  problems: z.string().nullable(),
  amount: z.coerce.number().int(),
  new_amount: z.coerce.number().int(),
  has_own_price: z.boolean(),
  currency_code: z.string(),
  day: z.string().nullable(),
  new_day: z.string().nullable(),
  customer_id: z.string().nullable(),
  display_name: z.string().nullable(),
  items: z.array(z.string()),
});

const views: Readonly<Record<NonNullable<BulkRowListQuery['show']>, SQL>> = {
  included: sql`entry.state <> 'left out'`,
  done: sql`entry.state = 'done'`,
  refused: sql`entry.state = 'refused'`,
  'left out': sql`entry.state = 'left out'`,
};

const leftOutSchema = z.enum(leftOutReasons).nullable();

type Page = { shop: string; id: string; show: SQL; page: KeysetPage; hasOwnPrice: SQL };

const subscriptionsSql = ({ shop, id, show, page, hasOwnPrice }: Page) => sql`
  select entry.contract_id as id, entry.contract_id as contract, null::integer as line, null as reference, entry.state, entry.reason,
    null as problems, entry.amount, entry.new_amount, ${hasOwnPrice} as has_own_price,
    entry.currency_code, entry.day, entry.new_day, customer.id as customer_id, customer.display_name, coalesce(lines.items, '[]') as items
  from (
    select entry.* from bulk_change_row entry
    where entry.shop = ${shop} and entry.change_id = ${id} and ${show} and ${page.where ?? sql`true`}
    order by ${page.orderBy} limit ${page.limit}
  ) entry
  left join subscription_contract contract
    on contract.shop = ${shop} and contract.id = entry.contract_id
  left join store_customer customer
    on customer.shop = ${shop} and customer.id = contract.customer_id
  left join lateral (
    select json_agg(line.quantity || ' × ' || line.title
        || coalesce(', ' || line.variant_title, '') order by line.position) as items
    from subscription_contract_line line
    where line.shop = ${shop} and line.contract_id = entry.contract_id
  ) lines on true
  order by ${page.orderBy}`;

/** A line's place in its file, such as `00012`. */
const lineId = sql`to_char(entry.line, 'FM00000')`;

const linesSql = ({ shop, id, show, page }: Page) => sql`
  select ${lineId} as id, entry.contract_id as contract, entry.line, entry.reference, entry.state, entry.reason, entry.problems,
    0 as amount, coalesce(entry.amount, 0) as new_amount, false as has_own_price, entry.currency_code, null as day, entry.day as new_day,
    entry.customer_id, entry.email as display_name,
    case when entry.item is null then '[]'::json else json_build_array(entry.item) end as items
  from import_line entry
  where entry.shop = ${shop} and entry.change_id = ${id} and ${show} and ${page.where ?? sql`true`}
  order by ${page.orderBy} limit ${page.limit}`;

/** A page of a change's subscriptions, by the contracts' ids; of an import's lines, as the file has them. */
export async function listBulkRows(
  context: ShopContext,
  id: string,
  { show = 'included', ...query }: BulkRowListQuery,
): Promise<BulkRowList> {
  const { database, shop } = context;
  const whole = await findBulkChange(context, id);
  const isImport = anyBulkChangeSchema.parse(whole.change).change === 'import';
  // All are of one time, so that the ids alone sort them.
  const at = `${whole.preparedAt.toISOString().slice(0, 19)}Z`;
  const page = keysetPage(
    { ...query, reverse: true },
    sql`${at}::timestamptz`,
    isImport ? lineId : sql`entry.contract_id`,
  );
  const sqlOf = isImport ? linesSql : subscriptionsSql;
  const named = { shop, id, show: views[show], page, hasOwnPrice: hasOwnPriceSql(whole) };
  const found = await rowsOf(database, rowSchema, sqlOf(named));
  const { rows: shown, pageInfo } = page.finish(found.map((row) => ({ at, id: row.id, row })));
  return {
    rows: shown.map(({ row }) => {
      const { contract, line, reference, items, state, problems } = row;
      const { customer_id: customerId, display_name: displayName } = row;
      return {
        ...{ id: row.id, contract, line, reference, items, state },
        ...{ amount: row.amount, newAmount: row.new_amount, hasOwnPrice: row.has_own_price },
        customer: displayName === null ? null : { id: customerId, displayName },
        leftOut: state === 'left out' ? leftOutSchema.parse(row.reason) : null,
        refused: state === 'refused' ? row.reason : problems,
        ...{ currencyCode: row.currency_code, day: row.day, newDay: row.new_day },
      };
    }),
    pageInfo,
  };
}

const mostVariants = 1000;

/** What is subscribed to, each variant found after the one before it: there are few among very many lines. */
export async function listBulkOptions({ database, shop }: ShopContext): Promise<BulkOptions> {
  const first = (beyond: SQL) => sql`(
    select line.variant_id from subscription_contract_line line
    where line.shop = ${shop} and line.variant_id > ${beyond} order by line.variant_id limit 1)`;
  const variants = await rowsOf(
    database,
    z.object({ id: z.string(), name: z.string() }),
    sql`with recursive variant (id) as (
        select ${first(sql`''`)}
        union all select ${first(sql`variant.id`)} from variant where variant.id is not null
      )
      select variant.id, sold.name from variant
      cross join lateral (
        select left(line.title || coalesce(', ' || line.variant_title, ''), 255) as name
        from subscription_contract_line line
        where line.shop = ${shop} and line.variant_id = variant.id order by line.contract_id desc limit 1
      ) sold
      order by sold.name limit ${mostVariants + 1}`,
  );
  const currencies = await rowsOf(
    database,
    z.object({ code: z.string() }),
    sql`select currency_code as code from subscription_contract where shop = ${shop}
      group by 1 order by count(*) desc, 1`,
  );
  return {
    variants: variants.slice(0, mostVariants),
    hasMoreVariants: variants.length > mostVariants,
    currencies: currencies.map(({ code }) => code),
  };
}

const day = 86_400_000;
const keptDays = 90;
const longestDays = 7;
const tooLong = 'It took longer than a week.';

/** Deletes what was never begun, a day later, and what is over, after 90 days. Stops what somehow still goes on after a week. */
export async function forgetOldBulkChanges(database: Database, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * day);
  await database
    .update(changes)
    .set({ state: 'stopped', stoppedBecause: tooLong })
    .where(and(eq(changes.state, 'running'), lt(changes.begunAt, before(longestDays))));
  await database.transaction(async (transaction) => {
    const gone = await transaction
      .delete(changes)
      .where(
        or(
          and(inArray(changes.state, ['checking', 'prepared']), lt(changes.preparedAt, before(1))),
          and(ne(changes.state, 'running'), lt(changes.preparedAt, before(keptDays))),
        ),
      )
      .returning({ shop: changes.shop, id: changes.id });
    for (const { shop, id } of gone) {
      await transaction.delete(rows).where(and(eq(rows.shop, shop), eq(rows.changeId, id)));
      await transaction.delete(lines).where(and(eq(lines.shop, shop), eq(lines.changeId, id)));
    }
  });
}
