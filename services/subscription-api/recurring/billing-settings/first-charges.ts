import {
  and,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { addDays, dayIn, startOfDay } from '#contract/calendar.ts';
import type { FirstCharges } from '#contract/recurring-orders.ts';
import { storeTimeZoneOf } from '../../shop/store-time-zone.ts';
import type { ShopContext } from '../../shop-context.ts';
import type { Database } from '../../store/database.ts';
import {
  billingAttemptTable as attempts,
  cycleBillingTable as billing,
  subscriptionContractTable as contracts,
  billingCycleTable as cycles,
  subscriptionContractLineTable as lines,
} from '../../store/schema.ts';
import { type ChargeSchedule, dueBefore } from '../billing/charge-time.ts';
import { triesPeriod } from '../billing/dunning.ts';
import { rowsOfCharges } from './first-rows.ts';
import {
  type ForecastTerms,
  forecastContract,
  type KnownAttempt,
  type KnownContract,
  type NamedTry,
} from './forecast.ts';
import { findSettings, rulesOf, type SettingsRow, stateOf, tagOf } from './settings.ts';

const day = 86_400_000;
const mostShown = 50;
/** How many days of charges after the start are shown. */
const soonDays = 7;
/** How many days back the mirror keeps uncharged cycles. */
const mirroredDays = 31;
/** Keeps each statement below the database's limit of parameters. */
const idsAtOnce = 10_000;

export type FirstCharge = {
  contract: string;
  cycle: number;
  at: Date;
  expectedAt: Date;
  /** Our failed attempts at it, in their order. */
  failures: KnownAttempt[];
  amount: number;
  currencyCode: string;
};

export type Overview = Pick<FirstCharges, 'now' | 'soon' | 'toDecide' | 'tag'> & {
  /** The earliest first. */
  charges: FirstCharge[];
};

export type Moment = { shop: string; row: SettingsRow; timeZone: string; now: Date };

/** The first charges if the merchant goes live, or starts billing again, now. */
export async function getFirstCharges(context: ShopContext): Promise<FirstCharges> {
  const { database, shop, now } = context;
  const timeZone = await storeTimeZoneOf(context);
  const row = await findSettings(database, shop);
  const moment = { shop, row, timeZone, now: now() };
  const { charges, ...overview } = await overviewOf(database, moment);
  const first = await rowsOfCharges(context, moment, charges.slice(0, mostShown));
  return { ...overview, first };
}

/**
 * The charges that would follow if the shop's billing began at this moment, or if it is live, went on. Takes seconds for a large shop, so don't
 * call it in a transaction.
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
  const tries = await listTries(database, moment);
  const known = await knownContracts(database, moment, tries, { schedule, until });
  const charges: FirstCharge[] = [];
  let toDecide = 0;
  for (const [id, { contract, amount, currencyCode }] of known) {
    for (const { cycle, at } of forecastContract(contract, tries, terms)) {
      if (at === 'listed') toDecide += 1;
      else if (at <= until) {
        const charge = { contract: id, cycle, at, amount, currencyCode };
        charges.push({ ...charge, ...soFar(contract, cycle, at) });
      }
    }
  }
  charges.sort(
    (one, other) =>
      one.at.getTime() - other.at.getTime() ||
      Number(one.contract) - Number(other.contract) ||
      one.cycle - other.cycle,
  );
  const isNow = ({ at }: FirstCharge) => at <= now;
  // Going live charges nothing at once, so the merchant confirms what today and tomorrow bring.
  const dayAfterTomorrow = startOfDay(timeZone, addDays(dayIn(timeZone, now), 2));
  const confirmed = charges.filter((charge) =>
    state === 'before' ? charge.at < dayAfterTomorrow : isNow(charge),
  );
  const names = confirmed.map(({ contract, cycle, amount, currencyCode }) =>
    [contract, cycle, amount, currencyCode].join(' '),
  );
  return {
    now: sumOf(charges.filter(isNow)),
    soon: sumOf(charges.filter((charge) => !isNow(charge))),
    toDecide,
    charges,
    tag: tagOf([state, row.wentLiveAt, row.stoppedAt, rulesOf(row), names.sort()]),
  };
}

/** A charge's expected date, and our failed attempts at it. */
function soFar({ cycles: listed, attempts: made }: KnownContract, cycle: number, at: Date) {
  return {
    expectedAt: listed.find((one) => one.cycle === cycle)?.expectedAt ?? at,
    failures: made
      .filter(({ cycleIndex, state }) => cycleIndex === cycle && state === 'failed')
      .sort((one, other) => one.number - other.number),
  };
}

function sumOf(charges: readonly FirstCharge[]): FirstCharges['now'] {
  const sums = new Map<string, number>();
  for (const { amount, currencyCode } of charges) {
    sums.set(currencyCode, (sums.get(currencyCode) ?? 0) + amount);
  }
  const money = [...sums]
    .map(([currencyCode, amount]) => ({ amount, currencyCode }))
    .sort((one, other) => (one.currencyCode < other.currencyCode ? -1 : 1));
  return { orders: charges.length, money };
}

type Known = { contract: KnownContract; amount: number; currencyCode: string };

/** The shop's contracts with cycles that are charged before `until`, or must be looked at. */
async function knownContracts(
  database: Database,
  { shop, now }: Moment,
  tries: ReadonlyMap<string, readonly NamedTry[]>,
  { schedule, until }: { schedule: ChargeSchedule; until: Date },
): Promise<Map<string, Known>> {
  const next = alias(cycles, 'next_cycle');
  // Asked for one by one, since most cycles have their amount.
  const goods = sql`(select coalesce(sum(${lines.price} * ${lines.quantity}), 0) from ${lines} where ${and(
    eq(lines.shop, contracts.shop),
    eq(lines.contractId, contracts.id),
  )})`;
  const columns = {
    id: contracts.id,
    status: contracts.status,
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
      eq(next.isSkipped, false),
    )} order by ${next.cycleIndex} limit 1) end`.mapWith(cycles.expectedAt);
  const charged = and(
    eq(contracts.shop, shop),
    isNull(contracts.goneAt),
    inArray(contracts.status, ['ACTIVE', 'PAUSED', 'FAILED']),
  );
  const byDate = sql`${contracts.isUsageBased} is distinct from true`;
  const ofCycle = and(
    eq(billing.shop, cycles.shop),
    eq(billing.contractId, cycles.contractId),
    eq(billing.cycleIndex, cycles.cycleIndex),
  );
  const fresh = await database
    .select({
      ...columns,
      cycle: cycles.cycleIndex,
      expectedAt: cycles.expectedAt,
      nextExpectedAt: nextOf(cycles),
    })
    .from(cycles)
    .innerJoin(contracts, and(eq(contracts.shop, cycles.shop), eq(contracts.id, cycles.contractId)))
    .leftJoin(billing, ofCycle)
    .where(
      and(
        eq(cycles.shop, shop),
        charged,
        byDate,
        eq(cycles.isBilled, false),
        eq(cycles.isSkipped, false),
        isNull(billing.shop),
        lt(cycles.expectedAt, dueBefore(until, schedule)),
      ),
    );
  const again = await database
    .select({
      ...columns,
      cycle: billing.cycleIndex,
      expectedAt: billing.expectedAt,
      nextExpectedAt: nextOf(billing),
      isSkipped: cycles.isSkipped,
      isBilled: cycles.isBilled,
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
        or(byDate, isNotNull(billing.orderedAt)),
        or(eq(billing.state, 'open'), and(eq(billing.state, 'left'), eq(cycles.isSkipped, false))),
      ),
    );
  // The mirror forgets charged and skipped cycles once they are past.
  const forgotten = now.getTime() - mirroredDays * day;
  const known = [
    ...fresh.map((one) => ({ ...one, isSkipped: false, isBilled: false, kept: null })),
    ...again.map((one) => ({
      ...one,
      isSkipped: one.isSkipped ?? one.expectedAt.getTime() > forgotten,
    })),
  ].filter(({ isBilled }) => isBilled !== true);
  // Most cycles are ahead and untried, and no earlier attempt bears on them.
  const judged = known.filter(
    ({ kept, expectedAt, maxCycles, paymentMethodId }) =>
      kept !== null ||
      maxCycles !== null ||
      expectedAt.toISOString() < due ||
      tries.has(paymentMethodId ?? ''),
  );
  const ids = [...new Set(judged.map(({ id }) => id))];
  const made = groupedBy(await listAttempts(database, shop, ids), ({ contractId }) => contractId);
  const found = new Map<string, Known>();
  for (const [id, some] of groupedBy(known, (one) => one.id)) {
    const [first] = some;
    if (first === undefined) continue;
    const { status, isUsageBased, hasFirstOrder, maxCycles, paymentMethodId } = first;
    const contract: KnownContract = {
      status: statusOf(status),
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
  return found;
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

function statusOf(status: string): KnownContract['status'] {
  return status === 'ACTIVE' || status === 'PAUSED' ? status : 'FAILED';
}

async function listAttempts(
  database: Database,
  shop: string,
  ids: readonly string[],
): Promise<KnownAttempt[]> {
  const found: KnownAttempt[] = [];
  for (let start = 0; start < ids.length; start += idsAtOnce) {
    const some = ids.slice(start, start + idsAtOnce);
    const rows = await database
      .select({
        contractId: attempts.contractId,
        cycleIndex: attempts.cycleIndex,
        number: attempts.number,
        state: attempts.state,
        method: attempts.method,
        errorCode: attempts.errorCode,
        failureClass: attempts.failureClass,
        begunAt: attempts.begunAt,
        settledAt: attempts.settledAt,
      })
      .from(attempts)
      .where(and(eq(attempts.shop, shop), inArray(attempts.contractId, some)));
    found.push(...rows);
  }
  return found;
}

/** The unpaid tries of each payment method of the shop, by the methods' ids; see `listMethodTries`. */
async function listTries(
  database: Database,
  { shop, now }: Moment,
): Promise<Map<string, NamedTry[]>> {
  const since = new Date(now.getTime() - triesPeriod);
  const rows = await database
    .select({
      method: attempts.method,
      at: attempts.begunAt,
      failureClass: attempts.failureClass,
    })
    .from(attempts)
    .where(
      and(
        eq(attempts.shop, shop),
        isNotNull(attempts.method),
        notInArray(attempts.state, ['begun', 'paid']),
        or(gt(attempts.begunAt, since), eq(attempts.failureClass, 'method')),
        or(isNull(attempts.failureClass), ne(attempts.failureClass, 'stock')),
      ),
    );
  const named = rows.flatMap(({ method, ...one }) => (method === null ? [] : [{ ...one, method }]));
  return groupedBy(named, ({ method }) => method.split(' ')[0] ?? '');
}
