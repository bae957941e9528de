import { orderIdSchema } from '#contract/order-sync.ts';

/** How many invalid ids are kept, and how many characters of each. */
const named = 20;
const namedLength = 60;

const globalIdStart = /^gid:\/\/shopify\/Order\//;

export type ChosenIds = {
  /** Original ids, without duplicates. */
  orderIds: string[];
  /** How many of the ids were given more than once. */
  duplicates: number;
  invalidCount: number;
  invalidIds: string[];
};

/** Sorts the given texts into unique order ids (original or global, in their order), invalid ones, and a count of duplicates. */
export function chosenIdsOf(given: readonly string[]): ChosenIds {
  const orderIds = new Set<string>();
  const invalid = new Set<string>();
  const repeated = new Set<string>();
  for (const text of given) {
    const id = text.trim().replace(globalIdStart, '');
    // Skips blank entries such as `ids[]=`.
    if (id === '') continue;
    if (!orderIdSchema.safeParse(id).success) {
      invalid.add(text);
      continue;
    }
    if (orderIds.has(id)) repeated.add(id);
    orderIds.add(id);
  }
  return {
    orderIds: [...orderIds],
    duplicates: repeated.size,
    invalidCount: invalid.size,
    invalidIds: [...invalid].slice(0, named).map((text) => text.slice(0, namedLength)),
  };
}
