import { createHash } from 'node:crypto';
import { and, eq, gt, gte, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { addDays, dayIn, startOfDay } from '#contract/calendar.ts';
import type { FirstCharges } from '#contract/recurring-orders.ts';
import { storeTimeZoneOf } from '../../shop/store-time-zone.ts';
import type { ShopContext } from '../../shop-context.ts';
import type { Database } from '../../store/database.ts';
import { rowsOf } from '../../store/rows-of.ts';
import {
  billingAttemptTable as attempts,
  cycleBillingTable as billing,
  subscriptionContractTable as contracts,
  billingCycleTable as cycles,
  subscriptionContractLineTable as lines,
} from '../../store/schema.ts';
import { type ChargeSchedule, dueBefore } from '../billing/charge-time.ts';
import { triesPeriod } from '../billing/dunning.ts';
import { passedReasons } from '../billing/hindrance.ts';
import { rowsOfCharges } from './first-rows.ts';
import {
  type FirstCharge,
  type ForecastTerms,
  forecastContract,
  type KnownAttempt,
  type KnownContract,
  type NamedTry,
} from './forecast.ts';
import {
  keptWith,
  leftOnes,
  mostShown,
  type PlainCharges,
  readPlain,
  type Sum,
} from './plain-charges.ts';
import { findSettings, rulesOf, type SettingsRow, stateOf, tagOf } from './settings.ts';

const day = 86_400_000;
/** How many days of charges after the start are shown. */
const soonDays = 7;
/** How many days back the mirror keeps uncharged cycles. */
const mirroredDays = 31;

export type Overview = Pick<FirstCharges, 'now' | 'soon' | 'toDecide' | 'tag'> & {
  /** The earliest so many. */
  first: FirstCharge[];
};

export type Moment = { shop: string; row: SettingsRow; timeZone: string; now: Date };

/** The first charges if the merchant goes live, or starts billing again, now. */
export async function getFirstCharges(context: ShopContext): Promise<FirstCharges> {
  const { database, shop, now } = context;
  const timeZone = await storeTimeZoneOf(context);
  const row = await findSettings(database, shop);
  const moment = { shop, row, timeZone, now: now() };
  const overview = await overviewOf(database, moment);
  return { ...overview, first: await rowsOfCharges(database, moment, overview.first) };
}

/**
 * The charges that would follow if the shop's billing began at this moment, or if it is live, went on. Takes long for a large shop with many due orders, so
 * don't call it in a transaction.
 */
export async function overviewOf(database: Database, moment: Moment): Promise<Overview> {
  const { row, now, timeZone } = moment;
  const state = stateOf(row);
  const { hour, catchUpDays, ...rules } = rulesOf(row);
  const schedule = { timeZone, hour };
  const terms: ForecastTerms = {
    now,
    schedule,
    wentLiveAt: row.wentLiveAt ?? now,
    startedAgainAt: state === 'stopped' ? now : row.startedAgainAt,
    catchUpDays,
    rules,
  };
  const until = new Date(now.getTime() + soonDays * day);
  // Going live charges nothing at once, so the merchant confirms what today and tomorrow bring.
  const dayAfterTomorrow = startOfDay(timeZone, addDays(dayIn(timeZone, now), 2));
  const isConfirmed = ({ at }: FirstCharge) =>
    state === 'before' ? at < dayAfterTomorrow : at <= now;
  const reading = readPlain(database, moment.shop, {
    ...terms,
    until,
    confirmed: state === 'before' ? new Date(dayAfterTomorrow.getTime() - 1) : now,
  });
  const [plain, { known, tries }, added] = await Promise.all([
    reading,
    knownContracts(database, moment, reading, { schedule, until }),
    readAdded(database, moment),
  ]);
  const charges: FirstCharge[] = [];
  let toDecide = plain.listed;
  for (const [id, { contract, amount, currencyCode }] of known) {
    // What was added to the next order alone goes out with the first one that is charged.
    let once = added.get(id) ?? 0;
    for (const { cycle, at } of forecastContract(contract, tries, terms)) {
      if (at === 'listed') toDecide += 1;
      else if (at <= until) {
        const listed = contract.cycles.find((one) => one.cycle === cycle);
        const expectedAt = listed?.expectedAt ?? at;
        charges.push({ contract: id, cycle, at, expectedAt, amount: amount + once, currencyCode });
        once = 0;
      }
    }
  }
  const first = [...charges, ...plain.first].sort(
    (one, other) =>
      one.at.getTime() - other.at.getTime() ||
      one.expectedAt.getTime() - other.expectedAt.getTime() ||
      Number(one.contract) - Number(other.contract) ||
      one.cycle - other.cycle,
  );
  const isNow = ({ at }: FirstCharge) => at <= now;
  const confirmed = charges
    .filter(isConfirmed)
    .map(({ contract, cycle, amount, currencyCode }) =>
      numberOf([contract, cycle, amount, currencyCode].join(' ')),
    )
    .reduce((sum, one) => sum + one, plain.names);
  return {
    now: sumOf(charges.filter(isNow), plain.now),
    soon: sumOf(
      charges.filter((charge) => !isNow(charge)),
      plain.soon,
    ),
    toDecide,
    first: first.slice(0, mostShown),
    tag: tagOf([state, row.wentLiveAt, row.stoppedAt, rulesOf(row), String(confirmed)]),
  };
}

/** A number for a name, so that the database can add up very many. */
const numberOf = (name: string) =>
  BigInt(`0x${createHash('md5').update(name).digest('hex').slice(0, 15)}`);
const at = (date: Date) => sql`${date.toISOString()}::timestamptz`;
const oneOf = (ids: readonly string[]) => sql`any(${sql.param([...ids])}::text[])`;

type Range = { schedule: ChargeSchedule; until: Date };

/** What was added to each contract's next order alone, in minor units. */
async function readAdded(database: Database, { shop }: Moment): Promise<Map<string, number>> {
  const rows = await rowsOf(
    database,
    z.object({ id: z.string(), amount: z.coerce.number().int() }),
    sql`select contract_id as id, sum(price * quantity) as amount from order_extra
      where shop = ${shop} and ended_at is null group by contract_id`,
  );
  return new Map(rows.map(({ id, amount }) => [id, amount]));
}

function sumOf(charges: readonly FirstCharge[], others: readonly Sum[]): FirstCharges['now'] {
  const sums = new Map<string, number>();
  for (const { amount, currencyCode } of [...charges, ...others]) {
    sums.set(currencyCode, (sums.get(currencyCode) ?? 0) + amount);
  }
  const money = [...sums]
    .map(([currencyCode, amount]) => ({ amount, currencyCode }))
    .sort((one, other) => (one.currencyCode < other.currencyCode ? -1 : 1));
  return { orders: others.reduce((total, { orders }) => total + orders, charges.length), money };
}

type Known = { contract: KnownContract; amount: number; currencyCode: string };

/** Those of the judged contracts with cycles that are charged before `until`, or must be looked at, and the tries of their payment methods. */
async function knownContracts(
  database: Database,
  moment: Moment,
  plain: Promise<Pick<PlainCharges, 'fresh'>>,
  { schedule, until }: Range,
): Promise<{ known: Map<string, Known>; tries: Map<string, NamedTry[]> }> {
  const { shop, now } = moment;
  const next = alias(cycles, 'next_cycle');
  // Asked for one by one, since most cycles have their amount.
  const goods = sql`(select coalesce(sum(${lines.price} * ${lines.quantity}), 0) from ${lines} where ${and(
    eq(lines.shop, contracts.shop),
    eq(lines.contractId, contracts.id),
  )})`;
  const columns = {
    id: contracts.id,
    isUsageBased: contracts.isUsageBased,
    hasFirstOrder: sql<boolean>`${contracts.originOrderId} is not null`,
    maxCycles: contracts.maxCycles,
    paymentMethodId: contracts.paymentMethodId,
    currencyCode: contracts.currencyCode,
    amount: sql`coalesce(${cycles.amount}, ${contracts.deliveryPrice} + ${goods})`.mapWith(Number),
  };
  const due = dueBefore(now, schedule).toISOString();
  // Only due cycles need the next one's date: the others are charged before that.
  const nextOf = ({ cycleIndex, expectedAt }: typeof cycles | typeof billing): SQL<Date | null> =>
    sql`case when ${expectedAt} < ${due}::timestamptz then (select ${next.expectedAt} from ${cycles} ${sql.identifier('next_cycle')} where ${and(
      eq(next.shop, contracts.shop),
      eq(next.contractId, contracts.id),
      gt(next.cycleIndex, cycleIndex),
      gte(next.expectedAt, expectedAt),
      eq(next.isSkipped, false),
    )} order by ${next.cycleIndex} limit 1) end`.mapWith(cycles.expectedAt);
  const charged = and(
    eq(contracts.shop, shop),
    isNull(contracts.goneAt),
    eq(contracts.status, 'ACTIVE'),
  );
  const byDate = sql`${contracts.isUsageBased} is distinct from true`;
  const ofCycle = and(
    eq(billing.shop, cycles.shop),
    eq(billing.contractId, cycles.contractId),
    eq(billing.cycleIndex, cycles.cycleIndex),
  );
  const readFresh = async (ids: readonly string[]) =>
    ids.length === 0
      ? []
      : await database
          .select({
            ...columns,
            cycle: cycles.cycleIndex,
            expectedAt: cycles.expectedAt,
            nextExpectedAt: nextOf(cycles),
          })
          .from(cycles)
          .innerJoin(
            contracts,
            and(eq(contracts.shop, cycles.shop), eq(contracts.id, cycles.contractId)),
          )
          .leftJoin(billing, ofCycle)
          .where(
            and(
              eq(cycles.shop, shop),
              charged,
              byDate,
              sql`${cycles.contractId} in (select unnest(${sql.param([...ids])}::text[]))`,
              eq(cycles.isBilled, false),
              eq(cycles.isSkipped, false),
              isNull(billing.shop),
              lt(cycles.expectedAt, dueBefore(until, schedule)),
            ),
          );
  const isPassed = sql`kept.state = 'listed' and kept.reason = any(${sql.param([...passedReasons])}::text[])`;
  const readAgain = database
    .select({
      ...columns,
      cycle: billing.cycleIndex,
      // While billing is stopped, the mirror alone knows of another day.
      expectedAt: sql<Date>`coalesce(${cycles.expectedAt}, ${billing.expectedAt})`.mapWith(
        billing.expectedAt,
      ),
      nextExpectedAt: nextOf(billing),
      isSkipped: cycles.isSkipped,
      kept: {
        state: billing.state,
        reason: billing.reason,
        nextAt: billing.nextAt,
        changedAt: billing.changedAt,
        decision: billing.decision,
        decidedAt: billing.decidedAt,
        orderedAt: billing.orderedAt,
      },
    })
    .from(billing)
    .innerJoin(
      contracts,
      and(eq(contracts.shop, billing.shop), eq(contracts.id, billing.contractId)),
    )
    .leftJoin(cycles, ofCycle)
    .where(
      and(
        eq(billing.shop, shop),
        charged,
        sql`${cycles.isBilled} is not true`,
        or(byDate, isNotNull(billing.orderedAt)),
        // Each kind from its own index.
        sql`${billing}.ctid = any(array(
          select ctid from cycle_billing where shop = ${shop} and state = 'open'
          union all select kept.ctid ${leftOnes(shop)}
          union all select kept.ctid ${keptWith(shop, isPassed, sql`cycle.expected_at >= ${due}::timestamptz`)}
        ))`,
      ),
    );
  const [again, fresh] = await Promise.all([
    readAgain,
    plain.then((found) => readFresh(found.fresh)),
  ]);
  // The mirror forgets charged and skipped cycles once they are past.
  const forgotten = now.getTime() - mirroredDays * day;
  const known = [
    ...fresh.map((one) => ({ ...one, isSkipped: false, kept: null })),
    ...again.map((one) => ({
      ...one,
      isSkipped: one.isSkipped ?? one.expectedAt.getTime() > forgotten,
    })),
  ];
  const tries = await listTries(
    database,
    moment,
    known.flatMap(({ paymentMethodId }) => paymentMethodId ?? []),
  );
  // An order that is due for the first time only minds what happened since. Of others all attempts matter, and none of those that are ahead.
  const earliest = known.reduce(
    (least, { expectedAt }) => Math.min(least, expectedAt.getTime()),
    now.getTime(),
  );
  const since = new Date(earliest - 2 * day);
  const whole = known.flatMap(({ id, kept, maxCycles, paymentMethodId }) =>
    kept !== null || maxCycles !== null || tries.has(paymentMethodId ?? '') ? id : [],
  );
  const dueNow = known.flatMap(({ id, expectedAt }) => (expectedAt.toISOString() < due ? id : []));
  const made = groupedBy(
    await listAttempts(database, shop, { whole, dueNow, since }),
    ({ contractId }) => contractId,
  );
  const found = new Map<string, Known>();
  for (const [id, some] of groupedBy(known, (one) => one.id)) {
    const [first] = some;
    if (first === undefined) continue;
    const { isUsageBased, hasFirstOrder, maxCycles, paymentMethodId } = first;
    const contract: KnownContract = {
      isUsageBased,
      hasFirstOrder,
      maxCycles,
      paymentMethodId,
      attempts: made.get(id) ?? [],
      cycles: some,
    };
    found.set(id, {
      contract,
      amount: first.amount,
      currencyCode: first.currencyCode,
    });
  }
  return { known: found, tries };
}

function groupedBy<One>(all: readonly One[], nameOf: (one: One) => string): Map<string, One[]> {
  const groups = new Map<string, One[]>();
  for (const one of all) {
    const group = groups.get(nameOf(one)) ?? [];
    group.push(one);
    groups.set(nameOf(one), group);
  }
  return groups;
}

const attemptSchema = z.object({
  contractId: z.string(),
  cycleIndex: z.number().int(),
  state: z.enum(attempts.state.enumValues),
  method: z.string().nullable(),
  errorCode: z.string().nullable(),
  failureClass: z.enum(attempts.failureClass.enumValues).nullable(),
  begunAt: z.coerce.date(),
  settledAt: z.string().pipe(z.coerce.date()).nullable(),
});

const trySchema: z.ZodType<NamedTry> = z.object({
  method: z.string(),
  at: z.coerce.date(),
  failureClass: attemptSchema.shape.failureClass,
});

/** All attempts at some contracts, and of others those that aren't paid or were since a time. */
async function listAttempts(
  database: Database,
  shop: string,
  { whole, dueNow, since }: { whole: readonly string[]; dueNow: readonly string[]; since: Date },
): Promise<KnownAttempt[]> {
  const isWhole = sql`made.contract_id = ${oneOf([...new Set(whole)])}`;
  const judged = [...new Set([...whole, ...dueNow])];
  if (judged.length === 0) return [];
  return await rowsOf(
    database,
    attemptSchema,
    // One by one, or the database would read all attempts.
    sql`select made.contract_id as "contractId", made.cycle_index as "cycleIndex", made.state, made.method,
        made.error_code as "errorCode", made.failure_class as "failureClass", made.begun_at as "begunAt", made.settled_at as "settledAt"
      from unnest(${sql.param(judged)}::text[]) judged (id)
      cross join lateral (
        select * from billing_attempt made
        where made.shop = ${shop} and made.contract_id = judged.id
          and (made.state <> 'paid' or made.settled_at > ${at(since)} or ${isWhole}) offset 0
      ) made`,
  );
}

/** The unpaid tries of each of the payment methods, by the methods' ids; see `listMethodTries`, which counts also those that are only begun. */
async function listTries(
  database: Database,
  { shop, now }: Moment,
  methods: readonly string[],
): Promise<Map<string, NamedTry[]>> {
  if (methods.length === 0) return new Map();
  const since = at(new Date(now.getTime() - triesPeriod));
  const tries = await rowsOf(
    database,
    trySchema,
    sql`select method, begun_at as at, failure_class as "failureClass" from billing_attempt
      where shop = ${shop} and state not in ('begun', 'paid') and split_part(method, ' ', 1) = ${oneOf([...new Set(methods)])}
        and (begun_at > ${since} or failure_class = 'method') and failure_class is distinct from 'stock'`,
  );
  return groupedBy(tries, ({ method }) => method.split(' ')[0] ?? '');
}
