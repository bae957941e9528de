import { and, eq } from 'drizzle-orm';
import { formatInstant } from '#contract/format.ts';
import type { DecideRecurringOrders, RecurringDecision } from '#contract/recurring-orders.ts';
import { shownTimeZoneOf } from '../../shop/store-time-zone.ts';
import type { ShopContext } from '../../shop-context.ts';
import { takeLease } from '../../store/lease.ts';
import { subscriptionContractTable as contracts } from '../../store/schema.ts';
import { chargeLeaseName } from './charge-cycle.ts';
import { chargeDecided } from './charge-due.ts';
import { decidedReason, decisionsFor, merchantReasons } from './decisions.ts';
import { methodBound, triesPeriod } from './dunning.ts';
import { mayBeMade } from './situation.ts';
import {
  type AttemptRow,
  type CycleRow,
  findBilling,
  findCycle,
  keepCycle,
  listContractAttempts,
  listMethodTries,
} from './store.ts';

/** Shown to a merchant whose decision we can't take. */
export const decisionTexts = {
  busy: 'This order is being charged right now. Look again in a minute.',
  charged: 'This order was charged meanwhile.',
  changed: 'This order has changed meanwhile, so nothing was done.',
  tried: 'This order was tried meanwhile. Look at how it stands before you decide again.',
  off: 'Billing is off. Start billing first.',
  notActive: 'The subscription isn’t active anymore.',
  declined:
    'The bank refused this payment method for good. Ask your customer for another one; we’ll charge it right away.',
  tooOften: (when: string) =>
    `Card networks allow 15 tries in 30 days. The next one can be on ${when}.`,
};

const leaseMilliseconds = 20_000;

/**
 * Takes a merchant's decision about an order. `leave` and `settled elsewhere` end it for good; the others have it charged in a moment, whatever
 * prevented that until now. Repeating a decision does nothing.
 * @param order with how often it was tried as the merchant has seen it: one that was tried since isn't tried once more
 * @returns null if it was taken; else the reason, worded for the merchant
 */
export async function decideCycle(
  context: ShopContext,
  { contract, cycle, attempts: seen }: DecideRecurringOrders['orders'][number],
  decision: RecurringDecision,
): Promise<string | null> {
  const { database, shop } = context;
  const name = { shop, name: chargeLeaseName(contract) };
  const lease = await takeLease(database, name, () => leaseMilliseconds);
  if (lease === null) return decisionTexts.busy;
  try {
    const row = await findCycle(database, { shop, contract, cycle });
    if (row === null) return decisionTexts.changed;
    if (row.decision === decision && isTaken(row)) return null;
    const attempts = await listContractAttempts(database, { shop, contract });
    const own = attempts.filter(({ cycleIndex }) => cycleIndex === cycle);
    const last = own.findLast(mayBeMade);
    const failed = last?.state === 'failed' ? last : undefined;
    const failureClass = failed === undefined ? null : (failed.failureClass ?? 'unknown');
    const isTried = seen !== undefined && last !== undefined && last.number > seen;
    const ends = decision === 'leave' || decision === 'settled elsewhere';
    if ((isTried && !ends) || !decisionsFor({ ...row, failureClass }).includes(decision)) {
      if (row.state === 'paid') return decisionTexts.charged;
      const isDeclined = decision === 'retry' && failureClass === 'method';
      if (isDeclined) return decisionTexts.declined;
      return isTried ? decisionTexts.tried : decisionTexts.changed;
    }
    const changedAt = context.now();
    // The decision must come after all attempts, even if another machine's clock timed those.
    const begun = attempts.map(({ begunAt }) => begunAt.getTime());
    const decidedAt = new Date(Math.max(changedAt.getTime(), ...begun));
    const decided = { decision, decidedAt, decidedBy: context.actor, changedAt };
    if (ends) {
      const reason = merchantReasons[decision];
      const ended = { ...row, ...decided, state: 'ended', reason, nextAt: null } as const;
      return (await lease.keep((at) => keepCycle(at, ended))) ? null : decisionTexts.busy;
    }
    const refused = await refusalToCharge(context, contract, failed);
    if (refused !== null) return refused;
    const open = {
      ...row,
      ...decided,
      state: 'open',
      reason: decidedReason,
      nextAt: context.now(),
    } as const;
    const isKept = await lease.keep(async (at) => {
      await keepCycle(at, open);
      await chargeDecided({ ...context, database: at });
    });
    return isKept ? null : decisionTexts.busy;
  } finally {
    await lease.end();
  }
}

const isTaken = ({ decision, reason }: CycleRow) =>
  decision === 'leave' || decision === 'settled elsewhere'
    ? reason === merchantReasons[decision]
    : reason === decidedReason || reason === 'charging';

/** Why it can't be charged now, as far as our rows tell; null if nothing prevents it. */
async function refusalToCharge(
  context: ShopContext,
  contract: string,
  failed: AttemptRow | undefined,
): Promise<string | null> {
  const { database, shop, now } = context;
  if ((await findBilling(database, shop)) === null) return decisionTexts.off;
  const isActive = and(
    eq(contracts.shop, shop),
    eq(contracts.id, contract),
    eq(contracts.status, 'ACTIVE'),
  );
  const [paidBy] = await database
    .select({ id: contracts.paymentMethodId })
    .from(contracts)
    .where(isActive);
  if (paidBy === undefined) return decisionTexts.notActive;
  if (failed === undefined || failed.method === null) return null;
  const { method } = failed;
  // The subscription may have another method by now. If the customer was erased, we can't know which one failed.
  if (!method.replace(/^presumed /, '').startsWith(`${paidBy.id} `)) return null;
  const since = new Date(now().getTime() - triesPeriod);
  const name = { shop, contract, cycle: failed.cycleIndex };
  const bound = methodBound(await listMethodTries(database, { ...name, method, since }), now());
  if (bound === 'never') return decisionTexts.declined;
  if (bound === null) return null;
  return decisionTexts.tooOften(formatInstant(await shownTimeZoneOf(context), bound.toISOString()));
}
