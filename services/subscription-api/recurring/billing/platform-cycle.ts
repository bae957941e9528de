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

/** A cycle as the platform has it now, with all lines of its contract and all attempts at it, the newest first. */
export type CycleTruth = {
  contract: PlatformContract;
  /** Null if the platform doesn't list it (any more). */
  cycle: PlatformCycle | null;
  /** The next cycle that isn't skipped, and isn't due before this one. */
  next: PlatformCycle | null;
  attempts: PlatformAttempt[];
  timeZone: string;
};

/** How many later cycles are searched for one that isn't skipped: with the cycle, then with each call, and at most. */
const cyclesAhead = 5;
const cyclesAtOnce = 60;
const mostCyclesAhead = 1_000;

/** Reads a cycle and its contract from the platform; null if the contract isn't there (any more). */
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
  // Another plan can put the cycles that follow before one whose date somebody had moved.
  const isNext = ({ cycleIndex, skipped, billingAttemptExpectedDate: at }: PlatformCycle) =>
    cycleIndex > cycle && !skipped && (wanted === null || at >= wanted.billingAttemptExpectedDate);
  // If many are skipped, as by an end rule, a due one may come after them. This cycle must end for it.
  let next = cycles.find(isNext);
  let last = cycles.at(-1)?.cycleIndex;
  let asked = cycle + cyclesAhead;
  while (next === undefined && last === asked && asked < cycle + mostCyclesAhead) {
    const range = { from: asked + 1, to: asked + cyclesAtOnce };
    const { nodes } = (await context.graphql(listCycles, { id, ...range }))
      .subscriptionBillingCycles;
    next = nodes.find(isNext);
    last = nodes.at(-1)?.cycleIndex;
    asked = range.to;
  }
  const { ianaTimezone: timeZone } = answer.shop;
  const whole = { ...found, lines: { ...found.lines, nodes: lines } };
  return { contract: whole, cycle: wanted, next: next ?? null, attempts, timeZone };
}

/** An order's total at a contract's current prices before tax, in minor units of its currency; null if a price is unreadable. */
export function amountOf({
  lines,
  deliveryPrice,
  currencyCode,
}: Pick<PlatformContract, 'deliveryPrice' | 'currencyCode'> & {
  lines: { nodes: readonly { currentPrice: string; quantity: number }[] };
}): number | null {
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
 * Identifies a contract's payment method by its id and a hash of its details, so that a new card or account under an old id is another method. Null
 * if there is none, or an agreement that its buyer has ended.
 */
export function methodOf({
  customerPaymentMethod,
}: Pick<PlatformContract, 'customerPaymentMethod'>): string | null {
  if (customerPaymentMethod === null) return null;
  const { id, instrument } = customerPaymentMethod;
  // `inactive` isn't hashed, so a method that is active again is the same one.
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

/** An attempt's state; `pending` if we don't know the platform's state. */
export function attemptStateOf({ state }: PlatformAttempt): Exclude<AttemptRow['state'], 'begun'> {
  const known = states.get(state.__typename);
  return known === undefined || known === 'begun' ? 'pending' : known;
}
