import { orderIdSchema } from '#contract/order-sync.ts';

/** How many of what is no id are named, and how much of each. */
const named = 20;
const namedLength = 60;

const globalIdStart = /^gid:\/\/shopify\/Order\//;

/** What a merchant chose for a run. */
export type ChosenIds = {
  /** Original ids, none of them twice. */
  orderIds: string[];
  /** How many of them stood there more than once. */
  duplicates: number;
  invalidCount: number;
  invalidIds: string[];
};

/** Sorts what was chosen: ids, also global ones, in their order and each once; what is none; how many ids stood there more than once. */
export function chosenIdsOf(given: readonly string[]): ChosenIds {
  const orderIds = new Set<string>();
  const invalid = new Set<string>();
  const repeated = new Set<string>();
  for (const text of given) {
    const id = text.trim().replace(globalIdStart, '');
    // `ids[]=` names nothing.
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
