import { LRUCache } from 'lru-cache';
import type { ProductsCount, SellingPlanGroupListItem } from '#contract/selling-plan-group.ts';
import { ListedOrders } from './shipstation/listed-orders.ts';

/** The weight of a variant's bag, in grams, and how many can be sold; null if the platform doesn't say. */
export type Inventory = { grams: number | null; stock: number | null };

/** A product of a rotation with its variants, by their global ids. */
type OfferedCoffee = {
  id: string;
  title: string;
  variants: { nodes: readonly { id: string; title: string }[] };
};

const hour = 60 * 60_000;

/**
 * Caches that several modules or requests share, each with a size and an age (decision 62). Sessions, tokens, the platform's answers and database
 * rows are cached inside the objects that read them.
 */
export function createCaches(now: () => Date) {
  return {
    /** By kind of query: the largest page that the platform didn't refuse as too expensive. */
    pageSizes: new LRUCache<string, number>({ max: 100, ttl: 24 * hour }),
    /**
     * By shop and group: how many products the group covers, and the platform's own counts at that time. `count` is undefined during the lookup.
     * Ten seconds are enough for a merchant who opens a group and returns to the list.
     */
    productCounts: new LRUCache<
      string,
      { products: number; variants: number; count: ProductsCount | undefined }
    >({ max: 2_000, ttl: 10_000, ttlResolution: 0, perf: { now: () => now().getTime() } }),
    /** By shop and group: the list's item, and the objects it was made from. */
    listItems: new LRUCache<
      string,
      { group: object; beside: object; item: SellingPlanGroupListItem }
    >({ max: 2_000, ttl: hour }),
    /** By shop and variant: weight and stock for the roast plan, which is looked at again and again; a minute is little beside a roast. */
    inventory: new LRUCache<string, Inventory>({
      ...{ max: 20_000, ttl: 60_000, ttlResolution: 0, perf: { now: () => now().getTime() } },
    }),
    /** By shop and product: a coffee of a rotation as Shopify offers it, of which the roast plan needs the variants. */
    offered: new LRUCache<string, OfferedCoffee>({ max: 2_000, ttl: 10 * 60_000 }),
    listedOrders: new ListedOrders(),
  };
}

export type Caches = ReturnType<typeof createCaches>;
