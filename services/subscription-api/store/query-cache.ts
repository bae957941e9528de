import { LRUCache } from 'lru-cache';
import type { Database } from './database.ts';

const mostReads = 200;
const lifetime = 60 * 60_000;

type Read<Parameters extends readonly string[], Value> = (
  database: Database,
  ...parameters: Parameters
) => Promise<Value>;
type CachedRead<Value> = { read: unknown; writes: number; value: Value };

function isOf<Parameters extends readonly string[], Value>(
  cached: CachedRead<unknown> | undefined,
  read: Read<Parameters, Value>,
): cached is CachedRead<Value> {
  return cached?.read === read;
}

/** Caches reads of a database that only this process writes to. */
export class QueryCache {
  readonly #reads = new LRUCache<string, CachedRead<unknown>>({ max: mostReads, ttl: lifetime });
  readonly #writes: () => number;

  /** `writes` counts each write when it begins and again when it ends. */
  constructor(writes: () => number) {
    this.#writes = writes;
  }

  async find<Parameters extends readonly string[], Value>(
    read: Read<Parameters, Value>,
    name: string,
    database: Database,
    ...parameters: Parameters
  ): Promise<Value> {
    const key = JSON.stringify([name, parameters]);
    const writes = this.#writes();
    const cached = this.#reads.get(key);
    if (isOf(cached, read) && cached.writes === writes) return cached.value;
    const value = await read(database, ...parameters);
    // A write in the meantime changes the count, so the next call reads again.
    this.#reads.set(key, { read, writes, value });
    return value;
  }
}

/**
 * Caches a read of PGlite until the next write. In a transaction, and on PostgreSQL (where other instances write too), it reads each time. Callers
 * must not change the rows.
 * @param name tells this read from others
 */
export function cachedQuery<Parameters extends readonly string[], Value>(
  name: string,
  read: Read<Parameters, Value>,
): Read<Parameters, Value> {
  return async (database, ...parameters) =>
    database.queryCache === undefined
      ? await read(database, ...parameters)
      : await database.queryCache.find(read, name, database, ...parameters);
}
