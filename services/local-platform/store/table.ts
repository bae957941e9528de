import type { z } from 'zod';

/** One kind of record in memory, by id. `version` grows with every change, so that derived views know when to renew. */
export class Table<Entry extends { id: number }> {
  version = 0;
  readonly #schema: z.ZodType<Entry>;
  readonly #entries = new Map<number, Entry>();
  #sorted: readonly Entry[] | null = null;

  constructor(schema: z.ZodType<Entry>) {
    this.#schema = schema;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(id: number | null): Entry | undefined {
    return id === null ? undefined : this.#entries.get(id);
  }

  /** Every record, ascending by id. The same array until something changes. */
  all(): readonly Entry[] {
    this.#sorted ??= [...this.#entries.values()].sort((left, right) => left.id - right.id);
    return this.#sorted;
  }

  put(entry: Entry): void {
    this.#entries.set(entry.id, entry);
    this.#touch();
  }

  remove(id: number): void {
    if (this.#entries.delete(id)) this.#touch();
  }

  clear(): void {
    this.#entries.clear();
    this.#touch();
  }

  /** Takes a record as it lies on disk. Throws when it isn't one. */
  load(value: unknown): void {
    this.put(this.#schema.parse(value));
  }

  #touch(): void {
    this.version += 1;
    this.#sorted = null;
  }
}
