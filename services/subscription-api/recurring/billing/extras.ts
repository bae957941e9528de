import { and, eq } from 'drizzle-orm';
import { dayIn } from '#contract/calendar.ts';
import { globalIdOf } from '#contract/global-id.ts';
import type { ShopContext } from '../../shop-context.ts';
import { cycleBillingTable as cycles } from '../../store/schema.ts';
import { extraOf } from '../extras/choose.ts';
import { type ExtraRow, end, endWithAttempt, listWaitingExtras } from '../extras/extras.ts';
import { getEditedCycle } from './documents.ts';
import { expectedBy } from './settled-attempts.ts';
import { mayBeCharged } from './situation.ts';
import { type AttemptRow, type CycleRow, listContractAttempts } from './store.ts';

/** What was added to the order of an attempt is used up once that is paid. Call it in the transaction that stores the attempt. */
export async function endIfPaid(
  context: ShopContext,
  row: AttemptRow,
  timeZone: string,
): Promise<void> {
  const { shop, contractId: contract, cycleIndex: cycle, number } = row;
  if (row.state !== 'paid') return;
  await endWithAttempt(
    context,
    { shop, contract, cycle, number },
    {
      day: dayIn(timeZone, expectedBy([row]) ?? row.begunAt),
      ...{ paidAt: row.settledAt ?? context.now(), name: row.orderName },
    },
  );
}

/**
 * What still waits for an order of a contract, and what went out with another order that held it and that somebody else charged.
 * @param cycle the order that is to be charged; null if none is
 */
export async function splitWaiting(
  context: ShopContext,
  { cycle, ...contract }: { shop: string; contract: string; cycle: number | null },
): Promise<{ waiting: ExtraRow[]; sent: ExtraRow[] }> {
  const all = await listWaitingExtras(context.database, contract);
  const others = all.flatMap(({ cycleIndex, leftOut }) =>
    cycleIndex === null || cycleIndex === cycle || leftOut !== null ? [] : [cycleIndex],
  );
  const sent: ExtraRow[] = [];
  for (const index of new Set(others)) {
    const { ids, isPaid } = await readHeld(context, contract.contract, index);
    if (isPaid) sent.push(...all.filter(({ id }) => ids.includes(id)));
  }
  return { waiting: all.filter((extra) => !sent.includes(extra)), sent };
}

/** Ends what went out with an order of a day that somebody else charged. Call it in a transaction. */
export async function endSent(
  context: ShopContext,
  sent: readonly ExtraRow[],
  day: string,
): Promise<void> {
  await end(context, sent, { day, paidAt: context.now(), name: null });
}

/** Whether the platform may be charging, or have charged, the order that holds what was added to it. */
export function isUnderWay(
  { cycleIndex, attempt }: ExtraRow,
  { attempts, billing }: { attempts: readonly AttemptRow[]; billing: readonly CycleRow[] },
  now: Date,
): boolean {
  const row = attempts.find((one) => one.cycleIndex === cycleIndex && one.number === attempt);
  if (row === undefined) return false;
  const reason = billing.find((one) => one.cycleIndex === cycleIndex)?.reason ?? '';
  // However long ago it was begun: where no process has looked since, nobody knows.
  const isUnknown = row.state === 'begun' && ['charging', 'answer lost'].includes(reason);
  return isUnknown || mayBeCharged(row, now);
}

/**
 * Ends what waits for an order of a contract that has ended, and tells it in the timeline. What an order holds that may still be charged ends with that. Call it in
 * a transaction.
 */
export async function endWithContract(context: ShopContext, contract: string): Promise<void> {
  const { database, shop, now } = context;
  const waiting = await listWaitingExtras(database, { shop, contract });
  if (waiting.length === 0) return;
  const attempts = await listContractAttempts(database, { shop, contract });
  const billing = await database
    .select()
    .from(cycles)
    .where(and(eq(cycles.shop, shop), eq(cycles.contractId, contract)));
  const over = waiting.filter((extra) => !isUnderWay(extra, { attempts, billing }, now()));
  const ended = over.map((extra) => ({ ...extra, leftOut: 'subscription over' }) as const);
  await end(context, ended, { paidAt: now(), name: null });
}

/** The ids of what was added to an order, as the platform has it, and whether that is paid. */
async function readHeld(
  { graphql }: ShopContext,
  contract: string,
  index: number,
): Promise<{ ids: string[]; isPaid: boolean }> {
  const id = globalIdOf('SubscriptionContract', contract);
  const { subscriptionBillingCycle: cycle } = await graphql(getEditedCycle, { id, index });
  const lines = cycle?.editedContract?.lines.nodes ?? [];
  return { ids: lines.flatMap((line) => extraOf(line) ?? []), isPaid: cycle?.status === 'BILLED' };
}
