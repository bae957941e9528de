import { orderIdSchema } from '#contract/order-sync.ts';

/** How many of what is no id are named, and how much of each. */
const named = 20;
const namedLength = 60;

const globalIdStart = /^gid:\/\/shopify\/Order\//;

/** What a merchant chose for a run. */
export type ChosenIds = {
  /** Original ids, none of them twice. */
  orderIds: string[];
  duplicates: number;
  invalidCount: number;
  invalidIds: string[];
};

/** Sorts what was chosen: ids, also global ones, in their order and each once; what is none; how many stood there again. */
export function chosenIdsOf(given: readonly string[]): ChosenIds {
  const orderIds = new Set<string>();
  const invalid = new Set<string>();
  let duplicates = 0;
  for (const text of given) {
    const id = text.trim().replace(globalIdStart, '');
    const kind = orderIdSchema.safeParse(id).success ? orderIds : invalid;
    const kept = kind === orderIds ? id : text;
    if (kind.has(kept)) duplicates += 1;
    kind.add(kept);
  }
  return {
    orderIds: [...orderIds],
    duplicates,
    invalidCount: invalid.size,
    invalidIds: [...invalid].slice(0, named).map((text) => text.slice(0, namedLength)),
  };
}
