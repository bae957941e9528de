import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type { BulkChange, PrepareBulkChange } from '#contract/bulk-change.ts';
import { type BulkChangeBody, bulkChangeBodySchema } from '#contract/bulk-change.ts';
import { bulkTexts, type LeftOutReason, mostAtOnce } from '#contract/bulk-change-names.ts';
import { dayIn, startOfDay } from '#contract/calendar.ts';
import { invalidFields, invalidRequest, ServiceError } from '../../service-error.ts';
import { storeTimeZoneOf } from '../../shop/store-time-zone.ts';
import type { ShopContext } from '../../shop-context.ts';
import { bulkChangeTable as changes, bulkChangeRowTable as rows } from '../../store/schema.ts';
import { filteredSql } from '../contracts/list.ts';
import { mayBeMadeSql } from '../orders/outcome.ts';
import { contractAmount } from '../orders/rows.ts';
import { findBulkChange, getBulkChange } from './bulk-change.ts';

const refused = (message: string) => new ServiceError('conflict', { message });

type At = { shop: string; timeZone: string; now: Date };
type Verdict = readonly [when: SQL, reason: LeftOutReason];

/** Notes what a merchant is about to do to many subscriptions, in one statement for all of them. Nothing is done yet. */
export async function prepareBulkChange(
  context: ShopContext,
  asked: PrepareBulkChange,
): Promise<BulkChange> {
  const { shop, database, actor } = context;
  const at: At = { shop, timeZone: await storeTimeZoneOf(context), now: context.now() };
  const id = randomUUID();
  const values = { shop, id, actor, state: 'prepared', preparedAt: at.now } as const;
  if ('takesBack' in asked) {
    const former = await requireTakenBack(context, asked.takesBack);
    const { change } = former;
    await database.transaction(async (transaction) => {
      const { filter, ticked } = former;
      await transaction
        .insert(changes)
        .values({ ...values, change, filter, ticked, takesBack: former.id });
      await transaction.execute(insertBack(id, { id: former.id, change }, at));
      const waiting = sql`${rows.changeId} = ${id}`;
      if ((await transaction.$count(rows, waiting)) === 0)
        throw refused(bulkTexts.nothingToTakeBack);
    });
    return await getBulkChange(context, id);
  }
  const { change, filter, contracts } = asked;
  if (change.change === 'pause' && change.until !== undefined && change.until <= todayIn(at)) {
    throw invalidFields({ 'change.until': [bulkTexts.untilPast] });
  }
  const which =
    contracts === undefined
      ? await filteredSql(context, filter)
      : sql`contract.shop = ${shop} and contract.id = any(${sql.param(contracts)}::text[])`;
  const ticked = contracts === undefined ? null : new Set(contracts).size;
  await database.transaction(async (transaction) => {
    await transaction.insert(changes).values({ ...values, change, filter, ticked });
    await transaction.execute(insertChosen(id, change, { ...at, which }));
    const chosen = await transaction.$count(rows, sql`${rows.changeId} = ${id}`);
    if (chosen === 0) throw invalidRequest({ filter: [bulkTexts.none] });
    if (chosen > mostAtOnce) throw invalidRequest({ filter: [bulkTexts.tooMany] });
  });
  return await getBulkChange(context, id);
}

async function requireTakenBack(context: ShopContext, id: string) {
  const former = await findBulkChange(context, id);
  if (former.state === 'checking' || former.state === 'prepared') throw refused(bulkTexts.notBegun);
  if (former.state === 'running') throw refused(bulkTexts.stillRunning);
  const isOver = former.takesBack !== null || former.takenBackBy !== null;
  const change = bulkChangeBodySchema.safeParse(former.change).data;
  // What an import made is canceled by a change of its own.
  if (isOver || change === undefined) throw refused(bulkTexts.nothingToTakeBack);
  return { ...former, change };
}

const columns = sql`insert into bulk_change_row (shop, change_id, contract_id, state, reason, amount, new_amount,
  currency_code, cycle_index, day, new_day, asked, back)`;

/** The first verdict that is true, as `reason`. */
const reasonSql = (verdicts: readonly Verdict[]) =>
  sql`(case ${sql.join(
    verdicts.map(([when, reason]) => sql`when ${when} then ${reason}`),
    sql` `,
  )} end)`;

const dayOf = (instant: SQL, { timeZone }: At) =>
  sql`to_char(${instant} at time zone ${timeZone}, 'YYYY-MM-DD')`;

const todayIn = ({ timeZone, now }: At) => dayIn(timeZone, now);

const isOver = sql`contract.gone_at is not null or contract.status in ('CANCELLED', 'EXPIRED')`;
const hasNoMethod = sql`contract.payment_method_id is null or method.revoked_at is not null`;

/** Whether the platform hasn't said yet what became of a charge of a `contract`. Its order isn't over then. One that it refused was none. */
const isCharging = ({ shop }: At) => sql`contract.id in (
  select standing.contract_id from cycle_billing standing
  join billing_attempt latest on latest.shop = ${shop}
    and latest.contract_id = standing.contract_id and latest.cycle_index = standing.cycle_index
  where standing.shop = ${shop} and standing.state in ('open', 'listed')
    and latest.state in ('begun', 'pending', 'challenged') and ${mayBeMadeSql})`;

const containsVariant = (variant: string, { shop }: At, which = sql`true`) => sql`exists (
  select from subscription_contract_line line
  where line.shop = ${shop} and line.contract_id = contract.id and line.variant_id = ${variant} and ${which})`;

/** What one costs of a `line` whose price is changed. */
const newPriceSql = ({ to }: Extract<BulkChangeBody, { change: 'price' }>) =>
  'amount' in to
    ? sql`${to.amount}::bigint`
    : sql`round(line.price::numeric * ${10_000 + to.basisPoints}::integer / 10000)`;

/** What an order of a `contract` costs after a change, before tax, in minor units. */
function newAmountSql(change: BulkChangeBody): SQL {
  if (change.change === 'pause' || change.change === 'cancel') return sql`0`;
  if (change.change !== 'price') return contractAmount;
  return sql`(contract.delivery_price + (
    select coalesce(sum(line.quantity * case when line.variant_id = ${change.variant.id} then ${newPriceSql(change)} else line.price end), 0)
    from subscription_contract_line line
    where line.shop = contract.shop and line.contract_id = contract.id
  ))::bigint`;
}

function verdictsOf(change: BulkChangeBody, at: At): Verdict[] {
  const over = [isOver, 'over'] as const;
  const charging = [isCharging(at), 'charging'] as const;
  const asAsked = (when: SQL) => [when, 'as asked'] as const;
  switch (change.change) {
    case 'pause':
      return [
        over,
        asAsked(sql`contract.status = 'PAUSED'`),
        [sql`contract.status <> 'ACTIVE'`, 'not active'],
        charging,
      ];
    case 'resume':
      return [over, asAsked(sql`contract.status = 'ACTIVE'`), charging, [hasNoMethod, 'no method']];
    case 'cancel':
      return [over, charging];
    case 'move':
      return [
        over,
        [sql`contract.is_usage_based`, 'by use'],
        [sql`contract.status <> 'ACTIVE'`, 'not active'],
        charging,
        [sql`next.day is null`, 'no order'],
        asAsked(sql`moved.new_day = next.day`),
        [sql`moved.new_day < ${todayIn(at)}`, 'past'],
        // One that was moved before may lie earlier than its period's end.
        [sql`moved.new_day > next.day and not next.is_edited`, 'too late'],
      ];
    case 'replace': {
      const { variant, by } = change;
      return [
        over,
        [sql`not ${containsVariant(variant.id, at)}`, 'no product'],
        asAsked(sql`${variant.id === by.id}::boolean`),
        charging,
      ];
    }
    case 'price': {
      const { to, variant } = change;
      return [
        over,
        [sql`not ${containsVariant(variant.id, at)}`, 'no product'],
        ...('amount' in to
          ? [[sql`contract.currency_code <> ${to.currencyCode}`, 'other currency'] as const]
          : []),
        // Of two lines, one may become as much cheaper as the other dearer.
        asAsked(
          sql`not ${containsVariant(variant.id, at, sql`line.price <> ${newPriceSql(change)}`)}`,
        ),
        charging,
      ];
    }
  }
}

/** The next order of a `contract` that nobody charges or has charged, as `next`, and its new day as `moved`. */
function nextOrderSql(change: BulkChangeBody, at: At): SQL {
  if (change.change !== 'move') {
    return sql`cross join (select null::integer as cycle_index, null::text as day) next
      cross join (select null::text as new_day) moved`;
  }
  const { to } = change;
  const newDay =
    'day' in to
      ? sql`${to.day}::text`
      : sql`to_char(next.day::date + ${to.days}::integer, 'YYYY-MM-DD')`;
  const today = startOfDay(at.timeZone, todayIn(at)).toISOString();
  return sql`left join lateral (
      select cycle.cycle_index, cycle.is_edited, ${dayOf(sql`cycle.expected_at`, at)} as day
      from billing_cycle cycle
      where cycle.shop = ${at.shop} and cycle.contract_id = contract.id
        and not cycle.is_billed and not cycle.is_skipped and cycle.expected_at >= ${today}::timestamptz
        and not exists (select from cycle_billing looked where looked.shop = ${at.shop}
          and looked.contract_id = contract.id and looked.cycle_index = cycle.cycle_index and (looked.state <> 'open' or exists (
            select from billing_attempt latest where latest.shop = ${at.shop} and latest.contract_id = contract.id
              and latest.cycle_index = cycle.cycle_index and ${mayBeMadeSql})))
      order by cycle.expected_at limit 1
    ) next on true
    cross join lateral (select ${newDay} as new_day) moved`;
}

function insertChosen(id: string, change: BulkChangeBody, at: At & { which: SQL }): SQL {
  const before = change.change === 'resume' ? sql`0` : contractAmount;
  return sql`${columns}
    select ${at.shop}, ${id}, contract.id, case when verdict.reason is null then 'waiting' else 'left out' end,
      verdict.reason, cost.amount, cost.new_amount, contract.currency_code,
      next.cycle_index, next.day, moved.new_day, null, null
    from (select * from subscription_contract contract where ${at.which} limit ${mostAtOnce + 1}) contract
    left join payment_method method
      on method.shop = ${at.shop} and method.id = contract.payment_method_id
    cross join lateral (select ${before} as amount, ${newAmountSql(change)} as new_amount) cost
    ${nextOrderSql(change, at)}
    cross join lateral (select ${reasonSql(verdictsOf(change, at))} as reason) verdict`;
}

/** Why one can't be taken back anymore, as a `contract`, its `former` row and its order `next` stand. */
function backVerdicts(change: BulkChangeBody, at: At): Verdict[] {
  const first: Verdict[] = [
    [isOver, 'over'],
    [isCharging(at), 'charging'],
  ];
  switch (change.change) {
    case 'pause': {
      const until = dayOf(sql`contract.resumes_at`, at);
      return [
        ...first,
        [sql`contract.status = 'ACTIVE'`, 'as asked'],
        [
          sql`contract.status <> 'PAUSED' or ${until} is distinct from ${change.until ?? null}::text`,
          'changed',
        ],
        [hasNoMethod, 'no method'],
      ];
    }
    case 'resume':
      return [
        ...first,
        [sql`contract.status = 'PAUSED'`, 'as asked'],
        [sql`contract.status <> 'ACTIVE'`, 'changed'],
        [sql`former.back ->> 'until' <= ${todayIn(at)}`, 'past'],
      ];
    case 'move':
      return [
        ...first,
        [sql`next.day is null`, 'no order'],
        [sql`next.day = former.day`, 'as asked'],
        [sql`next.day <> former.new_day`, 'changed'],
        [sql`former.day < ${todayIn(at)}`, 'past'],
      ];
    case 'replace':
    case 'price':
      return [...first, [sql`${contractAmount} <> former.new_amount`, 'changed']];
    case 'cancel':
      return first;
  }
}

/** The mirror may not have yet what became of one that was only begun. It's asked for when it is taken back. */
const onceDone = ([when, reason]: Verdict): Verdict =>
  reason === 'as asked' || reason === 'changed'
    ? [sql`former.state = 'done' and (${when})`, reason]
    : [when, reason];

function insertBack(id: string, former: { id: string; change: BulkChangeBody }, at: At): SQL {
  const { change } = former.change;
  // The mirror may not have yet what one that was only begun costs.
  const before = change === 'resume' || change === 'move' ? contractAmount : sql`former.new_amount`;
  // What a merchant made it cost since, stays.
  const after = change === 'pause' || change === 'move' ? contractAmount : sql`former.amount`;
  return sql`${columns}
    select ${at.shop}, ${id}, former.contract_id,
      case when verdict.reason is null then 'waiting' else 'left out' end, verdict.reason,
      ${before}, ${after}, former.currency_code,
      former.cycle_index, former.new_day, former.day, former.back, former.asked
    from bulk_change_row former
    join subscription_contract contract on contract.shop = ${at.shop} and contract.id = former.contract_id
    left join payment_method method
      on method.shop = ${at.shop} and method.id = contract.payment_method_id
    left join lateral (
      select ${dayOf(sql`cycle.expected_at`, at)} as day from billing_cycle cycle
      where cycle.shop = ${at.shop} and cycle.contract_id = contract.id
        and cycle.cycle_index = former.cycle_index and not cycle.is_billed and not cycle.is_skipped
    ) next on true
    cross join lateral (select ${reasonSql(backVerdicts(former.change, at).map(onceDone))} as reason) verdict
    where former.shop = ${at.shop} and former.change_id = ${former.id}
      and former.state in ('done', 'doing') and former.back is not null`;
}
