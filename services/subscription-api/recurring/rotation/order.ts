/** Product ids (original ids) in the order in which a rotation sends them, none twice. */
export type Order = readonly string[];

/**
 * A subscriber's place in a rotation: the coffee that they had last, or, unless `isHad`, the one that comes next. `order` is the rotation's order
 * of that time. Null if they had none yet.
 */
export type Place = { coffee: string; isHad: boolean; order: Order } | null;

/**
 * All coffees of an order as they come next for a subscriber, beginning with the next one. If their coffee is no longer in the order, they
 * go on with what came after it in the order of that time.
 */
export function inLine(order: Order, place: Place): Order {
  const from = startOf(order, place);
  return [...order.slice(from), ...order.slice(0, from)];
}

function startOf(order: Order, place: Place): number {
  if (place === null) return 0;
  const { coffee, isHad } = place;
  const at = order.indexOf(coffee);
  if (at >= 0) return isHad ? (at + 1) % order.length : at;
  const after = place.order.indexOf(coffee) + 1;
  // It's of the rotation of the product that the line had before.
  if (after === 0) return 0;
  const following = [...place.order.slice(after), ...place.order.slice(0, after)];
  const next = following.find((id) => order.includes(id));
  return next === undefined ? 0 : order.indexOf(next);
}

/** The coffees of a subscriber's next orders, without those that are passed over; empty if none can go out. */
export function nextCoffees(
  order: Order,
  place: Place,
  count: number,
  isPassedOver: (coffee: string) => boolean = () => false,
): string[] {
  const line = inLine(order, place).filter((coffee) => !isPassedOver(coffee));
  return Array.from({ length: line.length === 0 ? 0 : count }, (_, index) => {
    return line[index % line.length] ?? '';
  });
}
