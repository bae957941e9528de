import type { EndRule } from '#contract/billing-rules.ts';
import { globalIdOf } from '#contract/global-id.ts';
import type { Operation } from '../../platform/admin-graphql.ts';
import type { UserError } from '../../platform/user-errors.ts';
import type { ShopContext } from '../../shop-context.ts';
import {
  cancelContract,
  expireContract,
  type PlatformContract,
  pauseContract,
  setLinePrice,
  skipCycle,
} from './documents.ts';
import { dueStepPrices } from './price-steps.ts';
import type { ContractName } from './store.ts';

// The engine's changes to a contract. Each may be repeated, and returns false if the platform refuses it.

type LinePrices = ReturnType<typeof dueStepPrices>;

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
  return await ask(context, name, expireContract, { id: idOf(name) });
}

/**
 * Pauses or cancels a contract whose order failed for good, or skips that order.
 * @throws as expire
 */
export async function takeEndRule(
  context: ShopContext,
  name: ContractName & { cycle: number },
  rule: EndRule,
): Promise<boolean> {
  const id = idOf(name);
  if (rule === 'pause') return await ask(context, name, pauseContract, { id });
  if (rule === 'cancel') return await ask(context, name, cancelContract, { id });
  return await ask(context, name, skipCycle, { id, index: name.cycle });
}

/** The prices to set for the order after so many paid ones, as in `dueStepPrices`. */
export function pricesDue({ lines }: PlatformContract, paidOrders: number): LinePrices {
  const priced = lines.nodes.map(({ id, currentPrice, pricingPolicy }) => ({
    id,
    currentPrice,
    pricing: pricingPolicy && {
      basePrice: pricingPolicy.basePrice,
      steps: pricingPolicy.cycleDiscounts,
    },
  }));
  return dueStepPrices(priced, paidOrders);
}

/**
 * Sets the lines' prices, and stops at the first refusal.
 * @throws as expire
 */
export async function setPrices(
  context: ShopContext,
  name: ContractName,
  prices: LinePrices,
): Promise<boolean> {
  const id = idOf(name);
  for (const { lineId, currentPrice: price } of prices) {
    if (!(await ask(context, name, setLinePrice, { id, lineId, price }))) return false;
  }
  return true;
}
