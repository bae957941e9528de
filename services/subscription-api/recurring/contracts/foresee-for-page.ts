import type { SubscriptionContract } from '#contract/subscription-contract.ts';
import { findTold } from '../../shop/told-products.ts';
import type { ShopContext } from '../../shop-context.ts';
import { type ForeseenLine, foreseeCoffees } from '../rotation/foresee.ts';
import { askForTitles } from '../rotation/titles.ts';

/** What a coffee is called. */
export const nameOf = (title: string | null, id: string): string => title ?? `Product ${id}`;

/**
 * The coffees in a contract's rotating lines for its coming orders, for its page. Asks Shopify only for titles that we don't know.
 * @param orders how many orders to foresee
 */
export async function foreseeForPage(
  context: ShopContext,
  id: string,
  orders: number,
): Promise<{ rotations: SubscriptionContract['rotations']; foreseen: ForeseenLine[] }> {
  const coming = new Map([[id, Math.max(orders, 1)]]);
  const foresee = async () => (await foreseeCoffees(context, coming)).get(id) ?? [];
  let foreseen = await foresee();
  const ids = [...new Set(foreseen.flatMap(({ rotation }) => rotation.order))];
  let told = await findTold(context, ids);
  const untold = ids.filter((one) => (told.get(one)?.status ?? null) === null);
  if (untold.length > 0) {
    await askForTitles(context, untold);
    told = await findTold(context, ids);
    foreseen = await foresee();
  }
  const rotations = foreseen.map(({ line, rotation, coffees: [next] }) => ({
    line,
    price: rotation.price,
    next: next === undefined ? null : next.id,
    coffees: rotation.order.map((coffee) => ({
      id: coffee,
      title: nameOf(told.get(coffee)?.title ?? null, coffee),
      canGoOut: (told.get(coffee)?.status ?? 'active') === 'active',
    })),
  }));
  return { rotations, foreseen };
}
