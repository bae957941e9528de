import type { RotationProduct } from '#contract/rotation.ts';

/** The order of a rotation: original ids, none of them twice. */
export type Order = readonly string[];

/** Puts the product at `from` to `to`, the others keeping their order; an index outside of the order changes nothing. */
export function moved(order: Order, from: number, to: number): Order {
  const id = order[from];
  if (id === undefined || order[to] === undefined || from === to) return order;
  const others = order.filter((_, index) => index !== from);
  return [...others.slice(0, to), id, ...others.slice(to)];
}

/** Puts a product last; one that is there already stays where it is. */
export function added(order: Order, id: string): Order {
  return order.includes(id) ? order : [...order, id];
}

export function removed(order: Order, id: string): Order {
  return order.includes(id) ? order.filter((kept) => kept !== id) : order;
}

/** Those of `first` and then those of `second` that it lacks. */
export function joined(first: Order, second: Order): Order {
  return second.reduce(added, first);
}

export function isSameOrder(left: Order, right: Order): boolean {
  return left.length === right.length && left.every((id, index) => id === right[index]);
}

export type Products = ReadonlyMap<string, RotationProduct>;

/** The products that can go out: active ones without a rotation of their own. */
export function fitOf(order: Order, products: Products): Order {
  return order.filter((id) => products.get(id)?.status === 'active');
}

export const sortings = ['newest', 'roast', 'stock', 'title'] as const;
export type Sorting = (typeof sortings)[number];

/** A start to go on from by hand: the newest, the lightest or the most in stock first, or by title. What isn't known comes last. */
export function sorted(order: Order, products: Products, sorting: Sorting): Order {
  const compare = comparisons[sorting];
  return [...order].sort((left, right) => compare(products.get(left), products.get(right)));
}

type Comparison = (left: RotationProduct | undefined, right: RotationProduct | undefined) => number;

const comparisons: Readonly<Record<Sorting, Comparison>> = {
  newest: (left, right) => timeOf(right) - timeOf(left),
  roast: (left, right) => roastOf(left) - roastOf(right),
  stock: (left, right) => (right?.stock ?? -1) - (left?.stock ?? -1),
  title: (left, right) => titleOf(left).localeCompare(titleOf(right), 'en'),
};

function timeOf(product: RotationProduct | undefined): number {
  const time = Date.parse(product?.createdAt ?? '');
  return Number.isNaN(time) ? 0 : time;
}

function roastOf(product: RotationProduct | undefined): number {
  return product?.roastLevel ?? Number.MAX_SAFE_INTEGER;
}

function titleOf(product: RotationProduct | undefined): string {
  // After every title.
  return product?.title ?? '\u{10FFFF}';
}

/** The product of each of the next deliveries: one after the other, and from the first again. */
export function deliveries(order: Order, count: number): string[] {
  return Array.from({ length: order.length === 0 ? 0 : count }, (_, index) => {
    return order[index % order.length] ?? '';
  });
}

/** Compares two orders of products: which were added, removed, or moved among the rest. */
export function changesOf(before: Order, after: Order) {
  const kept = after.filter((id) => before.includes(id));
  const stayed = new Set(longestInOrder(kept.map((id) => before.indexOf(id))));
  return {
    added: after.filter((id) => !before.includes(id)),
    removed: before.filter((id) => !after.includes(id)),
    moved: kept.filter((id) => !stayed.has(before.indexOf(id))),
  };
}

/** The longest rising part of the numbers. */
function longestInOrder(numbers: readonly number[]): readonly number[] {
  const longestTo: number[][] = [];
  for (const number of numbers) {
    const before = longestTo
      .filter((run) => (run.at(-1) ?? 0) < number)
      .reduce<number[]>((longest, run) => (run.length > longest.length ? run : longest), []);
    longestTo.push([...before, number]);
  }
  return longestTo.reduce<number[]>(
    (longest, run) => (run.length > longest.length ? run : longest),
    [],
  );
}
