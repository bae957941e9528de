import { createHash } from 'node:crypto';
import { globalIdOf, originalIdOf } from '#contract/global-id.ts';
import { minorUnitsOf } from '#contract/money.ts';
import { ResourceNotFoundError } from '../../platform/admin-graphql.ts';
import { allNodes, noNodes } from '../../platform/all-nodes.ts';
import type { ShopContext } from '../../shop-context.ts';
import {
  getCycleToCharge,
  listAttempts,
  listCycles,
  listPricedLines,
  type PlatformAttempt,
  type PlatformContract,
  type PlatformCycle,
} from './documents.ts';
import type { AttemptRow } from './store.ts';

/** A cycle as the platform has it now, with all lines of its contract and all attempts at that, the newest first. */
export type CycleTruth = {
  contract: PlatformContract;
  /** Null where the platform doesn't list it (any more). */
  cycle: PlatformCycle | null;
  /** The next cycle that isn't skipped. */
  next: PlatformCycle | null;
  attempts: PlatformAttempt[];
  timeZone: string;
};

/** How many cycles after it are looked at first for one that isn't skipped, and how many at most. */
const cyclesAhead = 5;
const mostCyclesAhead = 65;

/** @returns null where the contract is not there (any more) */
export async function readCycle(
  context: ShopContext,
  { contract, cycle }: { contract: string; cycle: number },
): Promise<CycleTruth | null> {
  const id = globalIdOf('SubscriptionContract', contract);
  const answer = await context
    .graphql(getCycleToCharge, { id, from: cycle, to: cycle + cyclesAhead })
    .catch((error: unknown) => {
      if (error instanceof ResourceNotFoundError) return null;
      throw error;
    });
  const found = answer?.subscriptionContract ?? null;
  if (answer === null || found === null) return null;
  const cycles = answer.subscriptionBillingCycles.nodes;
  const wanted = cycles.find(({ cycleIndex }) => cycleIndex === cycle) ?? null;
  const attempts = await allNodes(found.billingAttempts, async (after) => {
    const more = await context.graphql(listAttempts, { id, after });
    return more.subscriptionContract?.billingAttempts ?? noNodes;
  });
  const lines = await allNodes(found.lines, async (after) => {
    const more = await context.graphql(listPricedLines, { id, after });
    return more.subscriptionContract?.lines ?? noNodes;
  });
  const isNext = ({ cycleIndex, skipped }: PlatformCycle) => cycleIndex > cycle && !skipped;
  // Where many are skipped, as by an end rule, one that is due may come after them: the cycle must end for it.
  const near = cycles.find(isNext);
  const from = cycle + cyclesAhead + 1;
  const isMore = near === undefined && cycles.at(-1)?.cycleIndex === from - 1;
  const further = isMore
    ? await context.graphql(listCycles, { id, from, to: cycle + mostCyclesAhead })
    : null;
  const next = near ?? further?.subscriptionBillingCycles.nodes.find(isNext) ?? null;
  const { ianaTimezone: timeZone } = answer.shop;
  const whole = { ...found, lines: { ...found.lines, nodes: lines } };
  return { contract: whole, cycle: wanted, next, attempts, timeZone };
}

/** What an order of a contract costs by now before tax, in minor units of its currency; null where a price is unreadable. */
export function amountOf({ lines, deliveryPrice, currencyCode }: PlatformContract): number | null {
  const prices = lines.nodes.map(({ currentPrice, quantity }) => ({
    price: currentPrice,
    quantity,
  }));
  let total = 0;
  for (const { price, quantity } of [...prices, { price: deliveryPrice, quantity: 1 }]) {
    const units = minorUnitsOf({ price, currencyCode });
    if (units === null) return null;
    total += units * quantity;
  }
  return total;
}

/**
 * Names a contract's payment method by its id and a hash of what it shows, so that a new card or account under an old id is another method;
 * null where it has none, or an agreement that its buyer has ended.
 */
export function methodOf({
  customerPaymentMethod,
}: Pick<PlatformContract, 'customerPaymentMethod'>): string | null {
  if (customerPaymentMethod === null) return null;
  const { id, instrument } = customerPaymentMethod;
  // One that is active again is the method that it was.
  const { inactive = false, ...details } = instrument ?? {};
  if (inactive) return null;
  const shown = Object.entries(details).sort(([one], [other]) => (one < other ? -1 : 1));
  const hash = createHash('sha256').update(JSON.stringify(shown)).digest('hex');
  return `${originalIdOf(id)} ${hash.slice(0, 16)}`;
}

const states: ReadonlyMap<string, AttemptRow['state']> = new Map([
  ['SubscriptionBillingAttemptPendingState', 'pending'],
  ['SubscriptionBillingAttemptActionRequiredState', 'challenged'],
  ['SubscriptionBillingAttemptFailedState', 'failed'],
  ['SubscriptionBillingAttemptSuccessState', 'paid'],
]);

/** What has become of an attempt; one in a state that is new here is not settled. */
export function attemptStateOf({ state }: PlatformAttempt): Exclude<AttemptRow['state'], 'begun'> {
  const known = states.get(state.__typename);
  return known === undefined || known === 'begun' ? 'pending' : known;
}
