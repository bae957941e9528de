import { findTold } from '../../shop/told-products.ts';
import type { ShopContext } from '../../shop-context.ts';
import { nextCoffees } from './order.ts';
import { listRotatingLines, type RotatingLine } from './places.ts';

/** A product by its original id; `title` is null if Shopify wasn't asked for it yet. */
export type Coffee = { id: string; title: string | null };

export type ForeseenLine = RotatingLine & {
  /** The line's coffee in each of the contract's coming orders; empty if nothing of the rotation can go out. */
  coffees: Coffee[];
};

/**
 * Says what the rotating lines of contracts will hold in their coming orders. Products that couldn't go out when Shopify last told of them are passed
 * over; what is sold out is known only when an order is charged. Takes at most five queries, and one where nothing rotates.
 * @param coming how many orders to foresee of each contract, by the numeric tail of its id. Skipped orders use up no coffee, so don't count them
 * @returns the rotating lines of each contract that has any
 */
export async function foreseeCoffees(
  context: Pick<ShopContext, 'database' | 'shop'>,
  coming: ReadonlyMap<string, number>,
): Promise<Map<string, ForeseenLine[]>> {
  const lines = await listRotatingLines(context, [...coming.keys()]);
  const told = await findTold(
    context,
    lines.flatMap(({ rotation }) => rotation.order),
  );
  const isPassedOver = (id: string) => (told.get(id)?.status ?? 'active') !== 'active';
  const foreseen = new Map<string, ForeseenLine[]>();
  for (const line of lines) {
    const { contract, rotation, place } = line;
    const next = nextCoffees(rotation.order, place, coming.get(contract) ?? 0, isPassedOver);
    const coffees = next.map((id) => ({ id, title: told.get(id)?.title ?? null }));
    foreseen.set(contract, [...(foreseen.get(contract) ?? []), { ...line, coffees }]);
  }
  return foreseen;
}
