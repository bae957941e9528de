import { globalIdOf, originalIdOf } from '#contract/global-id.ts';
import type { ShopContext } from '../../shop-context.ts';
import { extraOf } from '../extras/choose.ts';
import { chooseCoffee } from '../rotation/choose.ts';
import type { ForeseenOrder } from '../rotation/foresee-orders.ts';
import { pricesDue } from './contract-changes.ts';
import { getEditedCycle } from './documents.ts';
import { amountOf, attemptStateOf, readCycle } from './platform-cycle.ts';
import { priceOf } from './rotate.ts';

/**
 * What an order to come costs before tax, in minor units, with the coffees that it will bring at their own prices, as `rotateCycle` sets them. Leaves out what
 * was added to the order alone.
 * @returns null where nobody can tell it, as of a coffee that isn't sold in this size
 * @throws PlatformError if the platform fails or refuses access
 */
export async function foreseeAmount(
  context: ShopContext,
  order: { contract: string; cycle: number; hasFirstOrder: boolean },
  { before, lines }: ForeseenOrder,
): Promise<number | null> {
  const truth = await readCycle(context, order);
  if (truth === null) return null;
  const { contract, cycle, attempts } = truth;
  if (cycle?.editedContract) {
    const id = globalIdOf('SubscriptionContract', order.contract);
    const edited = await context.graphql(getEditedCycle, { id, index: order.cycle });
    const contents = edited.subscriptionBillingCycle?.editedContract;
    if (contents == null) return null;
    const nodes = contents.lines.nodes.filter((line) => extraOf(line) === null);
    return amountOf({ ...contents, currencyCode: contract.currencyCode, lines: { nodes } });
  }
  const isFirst = order.hasFirstOrder || contract.originOrder !== null;
  const paid = attempts.filter((one) => attemptStateOf(one) === 'paid').length;
  const paidOrders = (isFirst ? 1 : 0) + paid + before;
  const due = pricesDue(contract, paidOrders);
  const nodes: { currentPrice: string; quantity: number }[] = [];
  for (const base of contract.lines.nodes) {
    const rotating = lines.find(({ line }) => line === originalIdOf(base.id));
    const { quantity } = base;
    if (rotating === undefined) {
      const step = due.find(({ lineId }) => lineId === base.id);
      nodes.push({ quantity, currentPrice: step?.currentPrice ?? base.currentPrice });
      continue;
    }
    const { coffee, variantTitle } = rotating;
    // Whether it is in stock by then, nobody knows.
    const wanted = { variantTitle, quantity, isOversold: true };
    const choice = coffee && (await chooseCoffee(context, [coffee.id], wanted));
    if (!choice) return null;
    const currentPrice = await priceOf(
      context,
      base,
      choice,
      rotating,
      { truth, paidOrders },
      null,
    );
    nodes.push({ quantity, currentPrice });
  }
  return amountOf({ ...contract, lines: { nodes } });
}
