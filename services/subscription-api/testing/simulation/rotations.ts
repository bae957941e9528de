import type { RotationPrice } from '#contract/rotation-texts.ts';
import type { Contract, Period } from './world.ts';

/** What the simulation's merchant has done with rotations. Products are the platform's numbers. */
export type RotationDeeds = {
  /** What a coffee costs: as much as the subscription itself, or its own price with the plan's discount. */
  price: RotationPrice;
  /** Every order that the rotating product of a shop has had, the oldest first. */
  orders: readonly { shop: string; product: number; coffees: readonly number[]; at: Date }[];
  /** When a coffee was archived. */
  archived: readonly Period[];
  /** Places that were moved, by the contract's number. */
  places: readonly { contractId: number; coffee: number; at: Date }[];
};

/** A paid order of a contract: what it held, and when the platform was asked for it. */
type PaidOrder = {
  product: number | null;
  at: Date;
  /** From when on it may have had its coffee, which it keeps while it waits, such as where a pause came before the charge. */
  givenAt: Date;
  /**
   * A restored backup forgot an earlier try of it, or it is charged after later orders, once its coffee may have left the rotation. Nobody knows then
   * which coffee of the rotation it was given: that stays, and may count or not.
   */
  isUnsure: boolean;
};

const tolerance = 5 * 60_000;

/**
 * Compares what a contract's paid orders held with the order of coffees, told again from the platform's ledger: each moves on from the one before.
 * What a restored backup forgot may count or not.
 * @param lost tells what our database forgot
 * @returns a sentence for each order that held something else
 */
export function judgeCoffees(
  { orders, archived, places }: RotationDeeds,
  contract: {
    id: number;
    shop: string;
    product: number | null;
    createdAt: Date;
    hasFirstOrder: boolean;
  },
  paid: readonly PaidOrder[],
  lost: (at: Date) => boolean,
): string[] {
  const own = orders.filter(
    ({ shop, product }) => shop === contract.shop && product === contract.product,
  );
  const [first] = own;
  if (first === undefined) return [];
  /** The orders that may have been in effect at a time. */
  const ordersAt = (at: Date) => {
    const saved = own.filter((one) => one.at <= at);
    const known = saved.findLastIndex((one) => one === first || !lost(one.at));
    return saved.slice(Math.max(known, 0)).map(({ coffees }) => coffees);
  };
  const isOut = (coffee: number, at: Date) =>
    archived.some(
      ({ of, from, to }) => of === String(coffee) && from <= at && (to === null || at < to),
    );
  const wrong: string[] = [];
  let last: Omit<PaidOrder, 'isUnsure'> = {
    product: contract.hasFirstOrder ? (ordersAt(contract.createdAt)[0]?.[0] ?? null) : null,
    ...{ at: contract.createdAt, givenAt: contract.createdAt },
  };
  let unsure: PaidOrder[] = [];
  for (const order of paid) {
    if (order.isUnsure && own.some(({ coffees }) => coffees.includes(order.product ?? 0))) {
      unsure.push(order);
      continue;
    }
    const since = givenSince(order);
    const from = Math.max(last.at.getTime(), since);
    const happened = [
      ...own,
      ...places,
      ...archived.flatMap(({ from: at, to }) => [{ at }, ...(to ? [{ at: to }] : [])]),
    ]
      .map(({ at }) => at.getTime())
      .filter((at) => at > from && at <= order.at.getTime() + tolerance);
    // As it was right before and after each of these.
    const moments = [from, ...happened.flatMap((at) => [at - 1, at]), order.at.getTime()].map(
      (at) => new Date(at),
    );
    const chosen = places.filter(
      ({ contractId, at }) =>
        contractId === contract.id &&
        at.getTime() >= last.at.getTime() - tolerance &&
        at <= order.at,
    );
    const sure = chosen.findLast(
      ({ at }) => at.getTime() > last.at.getTime() + tolerance && at.getTime() < since && !lost(at),
    );
    const perhaps = sure === undefined ? chosen : chosen.filter(({ at }) => at >= sure.at);
    const starts = [
      ...[last, ...unsure]
        .filter(({ at }) => sure === undefined || at > sure.at)
        .map((had) => ({
          ...{ coffee: had.product, isHad: true, at: had.at, since: givenSince(had) },
        })),
      ...perhaps.map(({ coffee, at }) => ({ coffee, isHad: false, at, since: at.getTime() })),
    ];
    const right = new Set<number | undefined>();
    for (const at of moments) {
      for (const coffees of ordersAt(at)) {
        for (const start of starts) {
          const known = own.filter(({ at }) => at.getTime() > start.since && at <= start.at);
          const formers = [
            ...ordersAt(new Date(start.since)),
            ...known.map((saved) => saved.coffees),
          ];
          const naming = formers.filter((former) => former.includes(start.coffee ?? 0));
          for (const former of naming.length > 0 ? naming : formers) {
            right.add(nextOf(coffees, start, former).find((coffee) => !isOut(coffee, at)));
          }
        }
      }
    }
    if (!right.has(order.product ?? undefined)) {
      wrong.push(
        `the order of ${order.at.toISOString()} held ${order.product} after ${last.product}, instead of ${[...right].join(' or ')}`,
      );
    }
    last = order;
    unsure = [];
  }
  return wrong;
}

/**
 * What one of a line costs that is sold as a coffee of this price, by the line's plan, in minor units.
 */
export function coffeePriceOf(
  { lines, billingPolicy: billing, deliveryPolicy: delivery }: Contract,
  paidOrders: number,
  price: number,
): number {
  const deliveries = billing.intervalCount / delivery.intervalCount;
  const steps = lines[0]?.pricing?.cycleDiscounts ?? [];
  const off = steps.findLast(({ afterCycle }) => afterCycle <= paidOrders)?.percentage ?? 0;
  return Math.round((price * deliveries * (100 - off)) / 100);
}

const givenSince = ({ givenAt }: Pick<PaidOrder, 'givenAt'>): number =>
  givenAt.getTime() - tolerance;

/** The coffees as they come next, told without the engine's own code. */
function nextOf(
  coffees: readonly number[],
  { coffee, isHad }: { coffee: number | null; isHad: boolean },
  former: readonly number[],
): number[] {
  // Who had none yet begins with the first.
  if (coffee === null) return [...coffees];
  const twice = [...former, ...former];
  let next = isHad ? undefined : coffees.find((one) => one === coffee);
  if (next === undefined && coffees.includes(coffee)) {
    next = coffees[(coffees.indexOf(coffee) + 1) % coffees.length];
  }
  next ??= twice.slice(twice.indexOf(coffee) + 1).find((one) => coffees.includes(one));
  const at = next === undefined ? 0 : Math.max(0, coffees.indexOf(next));
  return coffees.map((_, index) => coffees[(at + index) % coffees.length] ?? 0);
}
