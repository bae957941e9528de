import { sql } from 'drizzle-orm';
import { Gauge, Registry } from 'prom-client';
import { z } from 'zod';
import { knownZone } from '#contract/calendar.ts';
import type { SubscriptionApiDependencies } from '../../dependencies.ts';
import { jobSchema } from '../../jobs/engine.ts';
import { deadLetterQueue } from '../../jobs/queues.ts';
import { chargeTimeOf, dueBefore } from '../../recurring/billing/charge-time.ts';
import { suspendedReason, uninstalledReason } from '../../recurring/billing/store.ts';
import { isToDecide } from '../../recurring/orders/outcome.ts';
import type { Database } from '../../store/database.ts';
import { rowsOf } from '../../store/rows-of.ts';

const day = 24 * 60 * 60_000;
/** How far back unfinished attempts count. After a week they are listed for the merchant to decide. */
const attemptDays = 30;

const openSchema = z.object({ count: z.coerce.number(), oldest: z.coerce.date().nullable() });
const attemptsSchema = z.object({
  state: z.string(),
  class: z.string().nullable(),
  count: z.coerce.number(),
});
const storeSchema = z.object({
  shop: z.string(),
  hour: z.number(),
  timeZone: z.string().nullable(),
});
const freshSchema = z.object({
  shop: z.string(),
  count: z.coerce.number(),
  expected: z.coerce.date(),
});
const refusedSchema = z.object({ reason: z.string(), count: z.coerce.number() });
const healedSchema = z.object({ cause: z.string(), count: z.coerce.number() });

/** Stores whose orders are charged now. A store that refuses access is only asked once a day, so nothing of it is late. */
const charging = sql`from billing_settings settings
    left join contract_mirror mirror on mirror.shop = settings.shop
    left join order_collection import on import.shop = settings.shop`;
const isCharging = sql`settings.went_live_at is not null and settings.stopped_at is null and mirror.refusal is null`;
/** A cycle of the mirror that is to be charged and that billing has not looked at. */
const isUntouched = sql`not cycle.is_billed and not cycle.is_skipped and cycle.expected_at >= settings.went_live_at
      and contract.status = 'ACTIVE' and contract.gone_at is null
      and contract.is_usage_based is distinct from true
      and not exists (select 1 from cycle_billing looked where looked.shop = cycle.shop
        and looked.contract_id = cycle.contract_id and looked.cycle_index = cycle.cycle_index)`;
const withCycles = sql`join billing_cycle cycle on cycle.shop = settings.shop
    join subscription_contract contract on contract.shop = cycle.shop and contract.id = cycle.contract_id`;

/** The orders whose time has come and that nobody has looked at, as on a morning on which no worker runs. */
async function countFresh(database: Database, now: Date) {
  const stores = await rowsOf(
    database,
    storeSchema,
    sql`select settings.shop, settings.hour, import.time_zone as "timeZone" ${charging} where ${isCharging}`,
  );
  const schedules = new Map(
    stores.map(({ shop, hour, timeZone }) => [shop, { hour, timeZone: knownZone(timeZone ?? '') }]),
  );
  const due = [...schedules].map(([shop, schedule]) => ({
    shop,
    before: dueBefore(now, schedule),
  }));
  const fresh = await rowsOf(
    database,
    freshSchema,
    sql`select settings.shop, count(*) as count, min(cycle.expected_at) as expected
      from jsonb_to_recordset(${JSON.stringify(due)}::jsonb) as due(shop text, before timestamptz)
      join billing_settings settings on settings.shop = due.shop ${withCycles}
      where cycle.expected_at < due.before and ${isUntouched} group by 1`,
  );
  const times = fresh.flatMap(({ shop, expected }) => {
    const schedule = schedules.get(shop);
    return schedule === undefined ? [] : chargeTimeOf(expected, schedule).getTime();
  });
  const count = fresh.reduce((sum, one) => sum + one.count, 0);
  return { count, oldest: times.length === 0 ? null : new Date(Math.min(...times)) };
}

/** The metrics that an operator watches, over all shops, as of now. */
export async function readMetrics({
  database,
  now,
  machineNow,
}: Pick<SubscriptionApiDependencies, 'database' | 'now' | 'machineNow'>): Promise<Registry> {
  const at = now();
  const before = (milliseconds: number) =>
    sql`${new Date(at.getTime() - milliseconds).toISOString()}::timestamptz`;
  const open = async (query: ReturnType<typeof sql>) => {
    const [row] = await rowsOf(database, openSchema, query);
    return row ?? { count: 0, oldest: null };
  };
  const age = (oldest: Date | null, since: Date) =>
    oldest === null ? 0 : Math.max(0, (since.getTime() - oldest.getTime()) / 1000);
  const again = await open(sql`select count(*) as count, min(billing.next_at) as oldest
    ${charging} join cycle_billing billing on billing.shop = settings.shop
    where billing.next_at <= ${before(0)} and ${isCharging}`);
  const fresh = await countFresh(database, at);
  // Each shop's hour for charging comes within a day, so an older order was overlooked.
  const overlooked = await open(sql`select count(*) as count, min(cycle.expected_at) as oldest
    ${charging} ${withCycles}
    where ${isCharging} and cycle.expected_at < ${before(day)} and ${isUntouched}`);
  const unfinished = await open(sql`select count(*) as count, min(begun_at) as oldest
    from billing_attempt where state in ('begun', 'pending') and error_code is null
      and begun_at > ${before(attemptDays * day)}`);
  const attempts = await rowsOf(
    database,
    attemptsSchema,
    sql`select state, failure_class as class, count(*) as count from billing_attempt
      where begun_at > ${before(day)} group by 1, 2 order by 1, 2`,
  );
  const refused = await rowsOf(
    database,
    refusedSchema,
    sql`select refusal as reason, count(*) as count from contract_mirror
      where refusal is not null and exists (select 1 from session where session.shop = contract_mirror.shop)
      group by 1`,
  );
  const toDecide = await open(sql`select count(*) as count, min(expected_at) as oldest
    from cycle_billing standing where ${isToDecide}`);
  const stopped = await open(sql`select count(*) as count, min(stopped_at) as oldest
    from billing_settings where stopped_at is not null
      and stopped_because not in (${uninstalledReason}, ${suspendedReason})`);
  const healed = await rowsOf(
    database,
    healedSchema,
    sql`select cause, sum(contracts) as count from mirror_repair
      where day >= (${before(day)} at time zone 'UTC')::date group by 1 order by 1`,
  );
  const letters = await open(sql`select count(*) as count, min(created_on) as oldest
    from ${sql.identifier(jobSchema)}.job
    where name = ${deadLetterQueue} and state in ('created', 'retry')`);
  const webhooks = await open(sql`select count(*) as count, min(received_at) as oldest
    from webhook where outcome is null`);
  const registry = new Registry();
  const gauge = (name: string, help: string, value: number) =>
    new Gauge({ name: `cadence_${name}`, help, registers: [registry] }).set(value);
  gauge('orders_due', 'Recurring orders that are to be looked at now', again.count + fresh.count);
  gauge(
    'orders_due_oldest_seconds',
    'For how long the oldest of them is',
    Math.max(age(again.oldest, at), age(fresh.oldest, at)),
  );
  gauge(
    'orders_overlooked',
    'Recurring orders that were expected over a day ago and that nobody has looked at',
    overlooked.count,
  );
  gauge(
    'orders_overlooked_oldest_seconds',
    'How long ago the oldest of them was expected',
    age(overlooked.oldest, at),
  );
  gauge('attempts_unfinished', 'Charges without an outcome yet', unfinished.count);
  gauge(
    'attempts_unfinished_oldest_seconds',
    'How long ago the oldest of them began',
    age(unfinished.oldest, at),
  );
  gauge(
    'attempts_charged',
    'Charges begun in the past 24 hours that succeeded',
    attempts.reduce((sum, { state, count }) => sum + (state === 'paid' ? count : 0), 0),
  );
  const failed = new Gauge({
    name: 'cadence_attempts_failed',
    help: 'Charges begun in the past 24 hours that failed, by the class of the failure',
    labelNames: ['class'],
    registers: [registry],
  });
  for (const row of attempts.filter(({ state }) => state === 'failed')) {
    failed.inc({ class: row.class ?? 'unknown' }, row.count);
  }
  gauge('orders_to_decide', 'Recurring orders that wait for a merchant’s decision', toDecide.count);
  gauge(
    'stores_stopped',
    'Stores whose billing a charge stopped that their own setup made fail, and nobody started again',
    stopped.count,
  );
  const storesRefused = new Gauge({
    name: 'cadence_stores_refused',
    help: 'Stores that let nobody read their subscriptions, by what the platform said',
    labelNames: ['reason'],
    registers: [registry],
  });
  for (const { reason, count } of refused) storesRefused.set({ reason }, count);
  const contractsHealed = new Gauge({
    name: 'cadence_contracts_healed',
    help: 'Contracts that sweeps found wrong yesterday or today (UTC), by cause',
    labelNames: ['cause'],
    registers: [registry],
  });
  for (const { cause, count } of healed) contractsHealed.set({ cause }, count);
  gauge('dead_letters', 'Jobs that failed for good', letters.count);
  gauge('webhooks_open', 'Webhooks that arrived and were not carried out', webhooks.count);
  gauge(
    'webhooks_open_oldest_seconds',
    'How long ago the oldest of them arrived',
    age(webhooks.oldest, machineNow()),
  );
  return registry;
}
