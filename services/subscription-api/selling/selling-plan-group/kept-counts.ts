import type { ProductsCount } from '#contract/selling-plan-group.ts';
import type { Database } from '../../store/database.ts';

/** How long a count is kept, in ms: for a merchant who looks at a group and comes back to the list. */
const keptMilliseconds = 10_000;
const mostCounts = 2_000;

/** A group of a shop, and what the platform says of its size just now. */
export type SizedGroup = { shop: string; id: string; products: number; variants: number };

type Kept = { count: ProductsCount; products: number; variants: number; until: number };

/**
 * How many products groups cover, for some seconds and for as long as the platform tells the same sizes of them. Another instance,
 * or the admin, must exchange variants for as many of other products to make one out of date.
 */
export class KeptCounts {
  readonly #kept = new Map<string, Kept>();
  /** Counts what was forgotten: a look that began before a change must not be kept after it. */
  #changes = 0;

  get changes(): number {
    return this.#changes;
  }

  find({ shop, id, products, variants }: SizedGroup, now: Date): ProductsCount | undefined {
    const kept = this.#kept.get(`${shop} ${id}`);
    if (kept === undefined || kept.until <= now.getTime()) return undefined;
    return kept.products === products && kept.variants === variants ? kept.count : undefined;
  }

  /** Keeps a count, unless something was forgotten since `changes` was read. */
  keep(group: SizedGroup, count: ProductsCount, now: Date, changes: number): void {
    if (changes !== this.#changes) return;
    const { shop, id, products, variants } = group;
    const key = `${shop} ${id}`;
    this.#kept.delete(key);
    this.#kept.set(key, { count, products, variants, until: now.getTime() + keptMilliseconds });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > mostCounts && oldest !== undefined) this.#kept.delete(oldest);
  }

  forget({ shop, id }: Pick<SizedGroup, 'shop' | 'id'>): void {
    this.#changes += 1;
    this.#kept.delete(`${shop} ${id}`);
  }
}

const ofServices = new WeakMap<Database, KeptCounts>();

/** The counts of the service that works on a database. */
export function keptCountsOf(database: Database): KeptCounts {
  const known = ofServices.get(database);
  if (known !== undefined) return known;
  const counts = new KeptCounts();
  ofServices.set(database, counts);
  return counts;
}
