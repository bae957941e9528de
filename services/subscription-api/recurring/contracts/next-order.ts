import { and, asc, type Column, eq, gte, inArray, or, sql } from 'drizzle-orm';
import type { ComingOrder } from '#contract/subscription-contract.ts';
import type { ShopContext } from '../../shop-context.ts';
import {
  billingAttemptTable as attempts,
  cycleBillingTable as billing,
  subscriptionContractTable as contracts,
  billingCycleTable as cycles,
} from '../../store/schema.ts';
import { cycleWindow } from '../mirror/mapping.ts';
import { comingOrders, nextOf, type Ordered, type StoreNow } from './coming-orders.ts';
import { storeNowOf } from './contract.ts';

/** The earliest open cycle is nearly always the next order; all are looked at only where it isn't. Days cost more than reading. */
function nextOrder(kept: Ordered, store: StoreNow): ComingOrder | null {
  const open = kept.cycles
    .filter(({ isBilled, isSkipped }) => !isBilled && !isSkipped)
    .sort((one, other) => one.expectedAt.getTime() - other.expectedAt.getTime());
  const others = kept.cycles.filter((cycle) => !open.includes(cycle));
  for (const some of [open.slice(0, 1), open]) {
    const isLeftOut = (index: number) =>
      [...others, ...open.slice(some.length)].some(({ cycleIndex }) => cycleIndex === index);
    const rows = kept.billing.filter(({ cycleIndex }) => !isLeftOut(cycleIndex));
    const next = nextOf(comingOrders({ ...kept, cycles: some, billing: rows }, store));
    if (next !== null) return next;
  }
  return null;
}

/** The attempts at contracts, by cycle and number: they say how an open order stands, and how many orders a plan has had. */
async function listAttempts({ database, shop }: ShopContext, ids: string[]) {
  if (ids.length === 0) return [];
  return await database
    .select({
      contractId: attempts.contractId,
      cycleIndex: attempts.cycleIndex,
      state: attempts.state,
      errorCode: attempts.errorCode,
    })
    .from(attempts)
    .where(and(eq(attempts.shop, shop), inArray(attempts.contractId, ids)))
    .orderBy(asc(attempts.cycleIndex), asc(attempts.number));
}

/** The next orders of a page of contracts, by the contracts' ids, reckoned as on a contract's own page. */
export async function findNextOrders(
  context: ShopContext,
  ids: readonly string[],
): Promise<Map<string, ComingOrder | null>> {
  const { database, shop } = context;
  if (ids.length === 0) return new Map();
  const isOf = (column: Column) => sql`${column} = any(${sql.param([...ids])}::text[])`;
  const store = await storeNowOf(context);
  const { contractId, cycleIndex } = billing;
  const [found, cycleRows, billingRows] = await Promise.all([
    database
      .select({
        id: contracts.id,
        status: contracts.status,
        goneAt: contracts.goneAt,
        isUsageBased: contracts.isUsageBased,
        originOrderId: contracts.originOrderId,
        maxCycles: contracts.maxCycles,
        billingInterval: contracts.billingInterval,
        billingIntervalCount: contracts.billingIntervalCount,
        deliveryInterval: contracts.deliveryInterval,
        deliveryIntervalCount: contracts.deliveryIntervalCount,
        anchors: contracts.anchors,
        cutoff: contracts.cutoff,
      })
      .from(contracts)
      .where(and(eq(contracts.shop, shop), isOf(contracts.id))),
    database
      .select({
        contractId: cycles.contractId,
        cycleIndex: cycles.cycleIndex,
        expectedAt: cycles.expectedAt,
        isSkipped: cycles.isSkipped,
        isBilled: cycles.isBilled,
      })
      .from(cycles)
      .where(and(eq(cycles.shop, shop), isOf(cycles.contractId))),
    database
      .select({
        ...{ contractId, cycleIndex },
        expectedAt: billing.expectedAt,
        state: billing.state,
        reason: billing.reason,
      })
      .from(billing)
      .where(
        and(
          eq(billing.shop, shop),
          isOf(contractId),
          // Older ones that are over have no cycle in the mirror.
          or(
            inArray(billing.state, ['open', 'listed']),
            gte(billing.expectedAt, cycleWindow(store.now).from),
          ),
        ),
      ),
  ]);
  const tried = found
    .filter(
      ({ id, maxCycles }) =>
        maxCycles !== null ||
        billingRows.some((row) => row.contractId === id && row.state === 'open'),
    )
    .map(({ id }) => id);
  const attemptRows = await listAttempts(context, tried);
  const of = <Row extends { contractId: string }>(rows: readonly Row[]) => {
    const byContract = new Map<string, Row[]>(ids.map((id) => [id, []]));
    for (const row of rows) byContract.get(row.contractId)?.push(row);
    return byContract;
  };
  const [cyclesOf, billingOf, attemptsOf] = [of(cycleRows), of(billingRows), of(attemptRows)];
  return new Map(
    found.map((contract) => {
      const kept = {
        contract,
        cycles: cyclesOf.get(contract.id) ?? [],
        billing: billingOf.get(contract.id) ?? [],
        attempts: attemptsOf.get(contract.id) ?? [],
      };
      return [contract.id, nextOrder(kept, store)];
    }),
  );
}
