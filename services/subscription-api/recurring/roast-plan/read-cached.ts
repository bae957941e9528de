import type { LRUCache } from 'lru-cache';
import { ServiceError } from '../../service-error.ts';
import type { ShopContext } from '../../shop-context.ts';

/** Cuts a list into parts of at most `size` items. */
export function partsOf<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, part) =>
    items.slice(part * size, (part + 1) * size),
  );
}

type Asked<Value extends {}> = {
  cache: LRUCache<string, Value>;
  ids: readonly string[];
  /** How many are asked for at once. */
  atOnce: number;
  /** Asks the platform for some; those that it doesn't have anymore aren't in its answer. */
  ask: (ids: readonly string[]) => Promise<ReadonlyArray<readonly [id: string, value: Value]>>;
};

/**
 * Reads what the platform says of some ids, in as few calls as it takes, without those that are remembered. If it can't be asked, what is remembered
 * has to do, and `failure` says why.
 */
export async function readCached<Value extends {}>(
  { shop, logger }: Pick<ShopContext, 'shop' | 'logger'>,
  { cache, ids, atOnce, ask }: Asked<Value>,
): Promise<{ found: Map<string, Value>; failure: ServiceError | null }> {
  const keyOf = (id: string) => `${shop} ${id}`;
  const found = new Map<string, Value>();
  for (const id of ids) {
    const known = cache.get(keyOf(id));
    if (known !== undefined) found.set(id, known);
  }
  const missing = ids.filter((id) => !found.has(id));
  try {
    for (const answered of await Promise.all(partsOf(missing, atOnce).map(ask))) {
      for (const [id, value] of answered) {
        cache.set(keyOf(id), value);
        found.set(id, value);
      }
    }
    return { found, failure: null };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    logger.warn({ err: error }, 'the roast plan could not be completed by the platform');
    return { found, failure: error };
  }
}
