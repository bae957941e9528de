import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { addDays, dayIn, startOfDay } from '#contract/calendar.ts';
import type { Database } from '../../store/database.ts';
import { rowsOf } from '../../store/rows-of.ts';
import { chargeTimeOf, dueBefore, earliestBefore } from '../billing/charge-time.ts';
import { mostTries, triesPeriod } from '../billing/dunning.ts';
import { caughtUpFor } from '../billing/hindrance.ts';
import type { FirstCharge, ForecastTerms } from './forecast.ts';

/** How many charges are shown. */
export const mostShown = 10;

export type Sum = { orders: number; amount: number; currencyCode: string };

export type PlainCharges = {
  /**
   * The contracts with orders that nobody has looked at and that must be judged one by one, by `forecastContract`, as must all with an order that somebody has looked
   * at and that isn't over. No other field counts these contracts.
   */
  fresh: string[];
  /** Of what is charged at once, and of what is charged later, before `until`. */
  now: Sum[];
  soon: Sum[];
  /** How many are listed for the merchant. */
  listed: number;
  /** The earliest. */
  first: FirstCharge[];
  /** The sum of the names of what is charged up to `confirmed`, see `numberOf`. */
  names: bigint;
};

const at = (date: Date) => sql`${date.toISOString()}::timestamptz`;
const isOpen = sql`not standing.is_billed and not standing.is_skipped`;
/** One that still has its amount was not: see `endForecast`. */
const wasNotLooked = sql`(standing.amount is not null or coalesce((select false from cycle_billing looked where looked.shop = standing.shop
  and looked.contract_id = standing.contract_id and looked.cycle_index = standing.cycle_index), true))`;
/** Contracts, by way of an array: otherwise the database expects very many, and makes room for them wherever it looks for one among them. */
const few = (ids: SQL) => sql`(select unnest(array(${ids})) as contract_id)`;
/**
 * The `kept` orders of a kind whose cycle in the mirror is as wanted. Cycles are looked up one by one, or the database would read all of them: it expects as
 * many orders of a kind as all stores have.
 */
export const keptWith = (
  shop: string,
  kind: SQL,
  cycle: SQL,
) => sql`from cycle_billing kept cross join lateral (
    select from billing_cycle cycle where cycle.shop = ${shop} and cycle.contract_id = kept.contract_id
      and cycle.cycle_index = kept.cycle_index and ${cycle} limit 1
  ) cycle
  where kept.shop = ${shop} and ${kind}`;
/** Those that aren't charged for a reason that may end, and that their subscription hasn't skipped. */
export const leftOnes = (shop: string) =>
  keptWith(shop, sql`kept.state = 'left'`, sql`not cycle.is_skipped`);
/** As `numberOf`. */
const number = sql`('x' || left(md5(concat_ws(' ', contract_id, cycle_index, amount, currency_code)), 15))::bit(60)::bigint`;

const sums = z.array(
  z.object({ orders: z.number().int(), amount: z.number().int(), currencyCode: z.string() }),
);

const charges = z.array(
  z.object({
    contract: z.string(),
    cycle: z.number().int(),
    expectedAt: z.coerce.date(),
    amount: z.number().int(),
    currencyCode: z.string(),
  }),
);

const rowSchema = z.object({
  fresh: z.array(z.string()),
  listed: z.coerce.number().int(),
  now: sums,
  soon: sums,
  less: sums,
  names: z.coerce.bigint(),
  first: charges,
  next: charges,
});

/**
 * Foretells as `forecastContract` what becomes of contracts that nothing but their dates bears on. What is due of them is charged at once, unless it was missed,
 * fell due before going live, or the next one is due, too: then it is listed. The rest is charged on its day.
 *
 * Contracts that must be judged one by one instead have
 * - an order that billing has looked at and that isn't over, or that it has looked at before its day;
 * - an unsettled attempt, one at an order that is due for the first time or at a later one, or one that was paid since that fell due;
 * - two orders that would be charged at once;
 * - something that was added to the next order;
 * - a limit of orders, with an order due at it or beyond it;
 * - a payment method that was declined for good, or tried as often as it may be;
 * - or unknown use.
 */
export async function readPlain(
  database: Database,
  shop: string,
  {
    now,
    schedule,
    wentLiveAt,
    catchUpDays,
    until,
    confirmed,
  }: Omit<ForecastTerms, 'rules' | 'startedAgainAt'> & { until: Date; confirmed: Date },
): Promise<PlainCharges> {
  const { timeZone } = schedule;
  const due = at(dueBefore(now, schedule));
  const caughtUp = Math.max(wentLiveAt.getTime(), now.getTime() - caughtUpFor(catchUpDays));
  const oldest = dueBefore(new Date(caughtUp - 1), schedule);
  const today = dayIn(timeZone, now);
  const startOfToday = startOfDay(timeZone, today);
  const early = sql`${earliestBefore} * interval '1 millisecond'`;
  const columns = sql`contract_id, cycle_index, expected_at, amount, currency_code`;
  const isAhead = sql`standing.shop = ${shop} and standing.amount is not null and ${isOpen}
    and standing.expected_at >= ${due} and standing.expected_at < ${at(dueBefore(until, schedule))}`;
  const isConfirmed = sql`expected_at < ${at(dueBefore(confirmed, schedule))}`;
  const isPlain = sql`contract_id not in (select contract_id from odd)`;
  const sum = sql`count(*) as orders, coalesce(sum(amount), 0) as amount, currency_code as "currencyCode"`;
  const shown = sql`contract_id as contract, cycle_index as cycle, expected_at as "expectedAt", amount, currency_code as "currencyCode"`;
  const inOrder = sql`order by expected_at, length(contract_id), contract_id, cycle_index limit ${mostShown}`;
  const [row] = await rowsOf(
    database,
    rowSchema,
    sql`with due as materialized (
        select ${columns}, standing.expected_at >= ${at(oldest)} and coalesce((
            select next.expected_at >= ${at(startOfDay(timeZone, addDays(today, 1)))} from billing_cycle next
            where next.shop = ${shop} and next.contract_id = standing.contract_id and next.cycle_index > standing.cycle_index
              and not next.is_skipped and next.expected_at >= standing.expected_at
            order by next.cycle_index limit 1
          ), true) as is_charged
        from billing_cycle standing
        where standing.shop = ${shop} and ${isOpen} and standing.expected_at < ${due} and ${wasNotLooked}
      ), ending as materialized (
        select id, max_cycles, is_usage_based from subscription_contract
        where shop = ${shop} and (max_cycles is not null or is_usage_based is null)
      ), unpaid as materialized (
        select contract_id, state, split_part(method, ' ', 1) as method, failure_class from billing_attempt
        where shop = ${shop} and state <> 'paid' and (state <> 'failed' or failure_class = 'method'
          or begun_at > ${at(new Date(now.getTime() - triesPeriod))} and failure_class is distinct from 'stock')
      ), judged as materialized ${few(sql`
        select contract_id from cycle_billing where shop = ${shop} and state = 'open'
        union all select contract_id from cycle_billing where shop = ${shop} and expected_at >= ${due}
        union all select kept.contract_id ${leftOnes(shop)}
        union all select contract_id from unpaid where state <> 'failed'
        union all select due.contract_id from due cross join lateral (
          select from billing_attempt made where made.shop = ${shop} and made.contract_id = due.contract_id
            and made.cycle_index >= due.cycle_index and made.state <> 'paid' limit 1
        ) made
        union all select contract_id from order_extra where shop = ${shop} and ended_at is null
        union all select contract_id from due where is_charged group by contract_id having count(*) > 1
        union all select due.contract_id from due join billing_attempt paid
          on paid.shop = ${shop} and paid.state = 'paid' and paid.contract_id = due.contract_id
            and paid.settled_at >= (select least(${at(startOfToday)}, min(expected_at) - ${early}) from due where is_charged)
            and paid.settled_at >= least(${at(startOfToday)}, due.expected_at - ${early})
        union all select id from ending where is_usage_based is null or id in (select contract_id from due)
        union all select contract.id from (
            select method as id from unpaid where state <> 'begun'
            group by 1 having bool_or(failure_class = 'method') or count(*) >= ${mostTries}
          ) method
          join subscription_contract contract on contract.shop = ${shop} and contract.payment_method_id = method.id
        union all select id from subscription_contract
          where shop = ${shop} and id in (select contract_id from due where amount is null)
            and status = 'ACTIVE' and gone_at is null and is_usage_based is distinct from true
      `)}, ahead as materialized (
        select contract_id, cycle_index from billing_cycle standing
        where ${isAhead} and (contract_id in (select contract_id from judged union all select id from ending)) is true
      ), odd as materialized ${few(sql`
        select contract_id from judged
        union all select contract_id from ahead join ending on ending.id = contract_id and ending.max_cycles <= cycle_index
      `)}, charged as materialized (
        select ${columns} from due where is_charged and amount is not null and ${isPlain}
      ), less as materialized (
        select coming.* from ahead cross join lateral (
          select ${columns} from billing_cycle standing
          where standing.shop = ${shop} and standing.contract_id = ahead.contract_id and standing.cycle_index = ahead.cycle_index offset 0
        ) coming where ahead.contract_id in (select contract_id from odd)
      )
      select array(select contract_id from less union all select contract_id from due where not ${isPlain}) as fresh,
        (select count(*) from due where not is_charged and amount is not null and ${isPlain}) as listed,
        (select coalesce(json_agg(sums), '[]') from (select ${sum} from charged group by currency_code) sums) as now,
        (select coalesce(json_agg(sums), '[]') from (
          select ${sum} from billing_cycle standing where ${isAhead} group by currency_code
        ) sums) as soon,
        (select coalesce(json_agg(sums), '[]') from (select ${sum} from less group by currency_code) sums) as less,
        (select coalesce(sum(${number}), 0) from charged)
          + (select coalesce(sum(${number}), 0) from billing_cycle standing where ${isAhead} and ${isConfirmed})
          - (select coalesce(sum(${number}), 0) from less where ${isConfirmed}) as names,
        (select coalesce(json_agg(one), '[]') from (select ${shown} from charged ${inOrder}) one) as first,
        (select coalesce(json_agg(one), '[]') from (
          select ${shown} from billing_cycle standing where ${isAhead} and ${isPlain} ${inOrder}
        ) one) as next`,
  );
  if (row === undefined) throw new Error('Nothing was added up.');
  const { fresh, listed, now: atOnce, soon, less, names, first, next } = row;
  return {
    fresh,
    listed,
    now: atOnce,
    soon: soon.flatMap((sum) => {
      const other = less.find(({ currencyCode }) => currencyCode === sum.currencyCode);
      const orders = sum.orders - (other?.orders ?? 0);
      return orders === 0 ? [] : { ...sum, orders, amount: sum.amount - (other?.amount ?? 0) };
    }),
    names,
    first: [
      ...first.map((charge) => ({ ...charge, at: now })),
      ...next.map((charge) => ({ ...charge, at: chargeTimeOf(charge.expectedAt, schedule) })),
    ],
  };
}
