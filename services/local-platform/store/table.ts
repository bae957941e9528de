import type { z } from 'zod';

/** Records by one of their keys, updated with every change. */
class Index<Entry extends { id: number }, Key> {
  readonly #keyOf: (entry: Entry) => Key;
  readonly #entries = new Map<Key, Map<number, Entry>>();

  constructor(keyOf: (entry: Entry) => Key) {
    this.#keyOf = keyOf;
  }

  /** In the order of insertion. */
  get(key: Key): Entry[] {
    return [...(this.#entries.get(key)?.values() ?? [])];
  }

  replace(before: Entry | undefined, after: Entry | undefined): void {
    const keyBefore = before && this.#keyOf(before);
    const keyAfter = after && this.#keyOf(after);
    if (before !== undefined && keyBefore !== undefined && keyBefore !== keyAfter) {
      this.#entries.get(keyBefore)?.delete(before.id);
    }
    if (after === undefined || keyAfter === undefined) return;
    const known = this.#entries.get(keyAfter);
    if (known === undefined) this.#entries.set(keyAfter, new Map([[after.id, after]]));
    else known.set(after.id, after);
  }

  clear(): void {
    this.#entries.clear();
  }
}

/** One kind of record in memory, by id. Every change increases `version`, so that views know when to recompute. */
export class Table<Entry extends { id: number }> {
  version = 0;
  readonly #schema: z.ZodType<Entry>;
  readonly #entries = new Map<number, Entry>();
  readonly #indexes: Array<Pick<Index<Entry, unknown>, 'replace' | 'clear'>> = [];
  #sorted: readonly Entry[] | null = null;
  #highestId = 0;

  constructor(schema: z.ZodType<Entry>) {
    this.#schema = schema;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(id: number | null): Entry | undefined {
    return id === null ? undefined : this.#entries.get(id);
  }

  /** The record with the highest id; doesn't sort the others. */
  latest(): Entry | undefined {
    return this.#entries.get(this.#highestId) ?? this.all().at(-1);
  }

  /** Every record, in ascending order of ids. Returns the same array until something changes. */
  all(): readonly Entry[] {
    this.#sorted ??= [...this.#entries.values()].sort((left, right) => left.id - right.id);
    return this.#sorted;
  }

  /** An index over records that are stored from now on. */
  indexBy<Key>(keyOf: (entry: Entry) => Key): Index<Entry, Key> {
    const index = new Index(keyOf);
    this.#indexes.push(index);
    return index;
  }

  put(entry: Entry): void {
    for (const index of this.#indexes) index.replace(this.#entries.get(entry.id), entry);
    this.#entries.set(entry.id, entry);
    this.#highestId = Math.max(this.#highestId, entry.id);
    this.#touch();
  }

  remove(id: number): void {
    for (const index of this.#indexes) index.replace(this.#entries.get(id), undefined);
    if (this.#entries.delete(id)) this.#touch();
  }

  clear(): void {
    for (const index of this.#indexes) index.clear();
    this.#entries.clear();
    this.#highestId = 0;
    this.#touch();
  }

  /** Stores a record from disk. @throws ZodError if it's invalid. */
  load(value: unknown): void {
    this.put(this.#schema.parse(value));
  }

  #touch(): void {
    this.version += 1;
    this.#sorted = null;
  }
}
