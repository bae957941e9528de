import { sql } from 'drizzle-orm';
import { Gauge, Registry } from 'prom-client';
import { z } from 'zod';
import type { SubscriptionApiDependencies } from '../../dependencies.ts';
import { jobSchema } from '../../jobs/engine.ts';
import { deadLetterQueue } from '../../jobs/queues.ts';
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
const healedSchema = z.object({ cause: z.string(), count: z.coerce.number() });

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
  const due = await open(sql`select count(*) as count, min(billing.next_at) as oldest
    from cycle_billing billing join billing_settings settings on settings.shop = billing.shop
    where billing.next_at <= ${before(0)}
      and settings.went_live_at is not null and settings.stopped_at is null`);
  // Each shop's hour for charging comes within a day, so an older order was overlooked.
  const overlooked = await open(sql`select count(*) as count, min(cycle.expected_at) as oldest
    from billing_settings settings
    join billing_cycle cycle on cycle.shop = settings.shop
    join subscription_contract contract on contract.shop = cycle.shop and contract.id = cycle.contract_id
    where settings.stopped_at is null and cycle.expected_at >= settings.went_live_at
      and cycle.expected_at < ${before(day)} and not cycle.is_billed and not cycle.is_skipped
      and contract.status = 'ACTIVE' and contract.gone_at is null
      and contract.is_usage_based is distinct from true
      and not exists (select 1 from cycle_billing looked where looked.shop = cycle.shop
        and looked.contract_id = cycle.contract_id and looked.cycle_index = cycle.cycle_index)`);
  const unfinished = await open(sql`select count(*) as count, min(begun_at) as oldest
    from billing_attempt where state in ('begun', 'pending') and begun_at > ${before(attemptDays * day)}`);
  const attempts = await rowsOf(
    database,
    attemptsSchema,
    sql`select state, failure_class as class, count(*) as count from billing_attempt
      where begun_at > ${before(day)} group by 1, 2 order by 1, 2`,
  );
  const toDecide = await open(sql`select count(*) as count, min(expected_at) as oldest
    from cycle_billing where state = 'listed'`);
  const stopped = await open(sql`select count(*) as count, min(stopped_at) as oldest
    from billing_settings where stopped_at is not null and stopped_because is not null`);
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
  gauge('orders_due', 'Recurring orders that are to be looked at now', due.count);
  gauge('orders_due_oldest_seconds', 'For how long the oldest of them is', age(due.oldest, at));
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
    'Stores whose billing stopped by itself and was not started again',
    stopped.count,
  );
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
