import type { Database } from './database.ts';

const mostReads = 200;

/** How often something was written to a database that nobody else can write to. */
const writesOf = new WeakMap<Database, () => number>();

/** Says that a database belongs to this process alone; `writes` counts each write when it begins and again when it has ended. */
export function ownedAlone(database: Database, writes: () => number): void {
  writesOf.set(database, writes);
}

type Kept<Value> = { writes: number; values: Map<string, Value> };

/**
 * The same read, which asks a database of this process alone (PGlite) once for as long as nothing is written to it. In a transaction,
 * and on a database that others write to as well, it asks each time. Who gets the rows must not change them.
 */
export function unlessWritten<Parameters extends readonly string[], Value>(
  read: (database: Database, ...parameters: Parameters) => Promise<Value>,
): (database: Database, ...parameters: Parameters) => Promise<Value> {
  const ofDatabases = new WeakMap<Database, Kept<Value>>();
  return async (database, ...parameters) => {
    const writes = writesOf.get(database);
    if (writes === undefined) return await read(database, ...parameters);
    const before = writes();
    let kept = ofDatabases.get(database);
    if (kept?.writes !== before) {
      kept = { writes: before, values: new Map() };
      ofDatabases.set(database, kept);
    }
    const key = JSON.stringify(parameters);
    const known = kept.values.get(key);
    if (known !== undefined) return known;
    const value = await read(database, ...parameters);
    // Where something was written meanwhile, nobody finds it: the next look begins anew.
    if (kept.values.size >= mostReads) kept.values.clear();
    kept.values.set(key, value);
    return value;
  };
}
