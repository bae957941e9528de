import type { EndRule } from '#contract/billing-rules.ts';
import { globalIdOf } from '#contract/global-id.ts';
import { minorUnitsOf } from '#contract/money.ts';
import type { TimelineKind } from '#contract/timeline.ts';
import type { Operation } from '../../platform/admin-graphql.ts';
import type { UserError } from '../../platform/user-errors.ts';
import type { ShopContext } from '../../shop-context.ts';
import { productOfLine, quantityInWords } from '../timeline/line-words.ts';
import { recordInTimeline, type TimelineEntry, wasRecorded } from '../timeline/timeline.ts';
import {
  cancelContract,
  expireContract,
  type PlatformContract,
  pauseContract,
  setLinePrice,
  skipCycle,
} from './documents.ts';
import { pricesOfNextOrder } from './price-steps.ts';
import type { ContractName } from './store.ts';

// The engine's changes to a contract. Each may be repeated, and returns false if the platform refuses it.

const toldWithin = 24 * 3_600_000;

const kindsOfRules = {
  pause: 'paused',
  cancel: 'canceled',
  skip: 'skipped',
} as const satisfies Record<EndRule, TimelineKind>;

type Told = Pick<TimelineEntry, 'kind' | 'details'>;
type LinePrices = ReturnType<typeof pricesOfNextOrder>;

const idOf = ({ contract }: ContractName) => globalIdOf('SubscriptionContract', contract);

async function ask<Variables>(
  { graphql, logger }: ShopContext,
  name: ContractName,
  change: Operation<Variables, { change: { userErrors: UserError[] } }>,
  variables: Variables,
): Promise<boolean> {
  const { userErrors } = (await graphql(change, variables)).change;
  const [refusal] = userErrors;
  if (refusal === undefined) return true;
  logger.warn({ ...name, operation: change.name, code: refusal.code }, 'refused');
  return false;
}

/**
 * Ends a contract that has had all its orders.
 * @throws PlatformError if the platform fails or refuses access
 */
export async function expire(context: ShopContext, name: ContractName): Promise<boolean> {
  const isDone = await ask(context, name, expireContract, { id: idOf(name) });
  if (isDone) await tell(context, name, { kind: 'expired' });
  return isDone;
}

/** A change that is repeated after a crash is told once. */
async function tell(
  context: ShopContext,
  { contract }: ContractName,
  { kind, details }: Told,
): Promise<void> {
  const since = new Date(context.now().getTime() - toldWithin);
  const entry = { contract, kind, details };
  const by = { who: 'cadence' } as const;
  if (await wasRecorded(context, { ...entry, ...by, day: details?.day, since })) return;
  await recordInTimeline(context, { ...entry, by });
}

/**
 * Pauses or cancels a contract whose order failed for good, or skips that order, which was expected on that `day` of the store.
 * @throws as expire
 */
export async function takeEndRule(
  context: ShopContext,
  name: ContractName & { cycle: number },
  rule: EndRule,
  day: string,
): Promise<boolean> {
  const id = idOf(name);
  const take = async () => {
    if (rule === 'pause') return await ask(context, name, pauseContract, { id });
    if (rule === 'cancel') return await ask(context, name, cancelContract, { id });
    return await ask(context, name, skipCycle, { id, index: name.cycle });
  };
  const isDone = await take();
  if (isDone) {
    const kind = kindsOfRules[rule];
    await tell(context, name, { kind, details: kind === 'skipped' ? { day } : {} });
  }
  return isDone;
}

/** The prices to set for the order after so many paid ones, as in `pricesOfNextOrder`. */
export function pricesDue({ lines }: PlatformContract, paidOrders: number): LinePrices {
  const priced = lines.nodes.map(({ id, currentPrice, pricingPolicy }) => ({
    id,
    currentPrice,
    pricing: pricingPolicy && {
      basePrice: pricingPolicy.basePrice,
      steps: pricingPolicy.cycleDiscounts,
    },
  }));
  return pricesOfNextOrder(priced, paidOrders);
}

/**
 * Sets the prices of a contract's lines, and stops at the first refusal.
 * @throws as expire
 */
export async function setPrices(
  context: ShopContext,
  name: ContractName,
  contract: PlatformContract,
  prices: LinePrices,
): Promise<boolean> {
  const id = idOf(name);
  for (const change of prices) {
    const { lineId, currentPrice: price } = change;
    if (!(await ask(context, name, setLinePrice, { id, lineId, price }))) return false;
    await tell(context, name, priceInWords(contract, change));
  }
  return true;
}

function priceInWords(
  { lines, currencyCode }: PlatformContract,
  { lineId, currentPrice }: LinePrices[number],
): Told {
  const line = lines.nodes.find(({ id }) => id === lineId);
  if (line === undefined) return { kind: 'line changed' };
  const [from = '', to = ''] = [line.currentPrice, currentPrice].map((price) =>
    quantityInWords({ ...line, price: minorUnitsOf({ price, currencyCode }) ?? 0 }, currencyCode),
  );
  return { kind: 'line changed', details: { subject: productOfLine(line), from, to } };
}
