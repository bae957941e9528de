import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

const knownOrderSchema = z.object({
  orderKey: z.string(),
  orderStatus: z.string(),
  /** Sorts by time when compared as text. */
  modifyDate: z.string().default(''),
  items: z.array(z.object({ lineItemKey: z.string().nullish() })).nullish(),
  advancedOptions: z.object({ mergedOrSplit: z.boolean().nullish() }).nullish(),
});

export type KnownOrder = z.infer<typeof knownOrderSchema>;

/** A page of ShipStation's answer. */
export const listedPageSchema = z.object({
  orders: z.array(knownOrderSchema),
  pages: z.number().int(),
});

type ListedPage = z.infer<typeof listedPageSchema>;

export type List = (query: Record<string, string>, page: number) => Promise<ListedPage>;

/** The days of the first and the last wanted order, such as `2026-11-30`. */
export type Days = { orderDateStart: string; orderDateEnd: string };

const latestFirst = { sortBy: 'ModifyDate', sortDir: 'DESC' };
/** Enough, since a page of a run changes 20 orders. */
const latestChanges = { ...latestFirst, pageSize: '100' };
const mostPages = 10;
const mostChangedPages = 3;
/** How long a reading is trusted, in ms. Each use still asks for changes. */
const lifetime = 2 * 60_000;
const mostOrders = 20_000;
const mostOrdersOfAll = 20 * mostOrders;

/** An account's orders of these days, with the changes up to `changedThrough`, which is null if the account had no order. */
type Reading = Days & {
  orders: Map<string, KnownOrder>;
  changedThrough: string | null;
  readAt: number;
};

/** Remembers accounts' orders while a run of many pages is sent, so that each page needs one call to learn of changes. */
export class ListedOrders {
  readonly #readings = new LRUCache<string, Reading>({
    maxSize: mostOrdersOfAll,
    sizeCalculation: ({ orders }) => orders.size + 1,
    ttl: lifetime,
    ttlResolution: 0,
  });

  /** Identifies an account by a hash, so that its keys aren't kept. */
  static nameOf(keys: { key: string; secret: string }): string {
    return createHash('sha256')
      .update(JSON.stringify([keys.key, keys.secret]))
      .digest('hex');
  }

  /**
   * The current orders of these days by their keys; null if there are too many.
   * @param account from {@link ListedOrders.nameOf}
   */
  async ofDays(account: string, days: Days, list: List): Promise<Map<string, KnownOrder> | null> {
    const reading = this.#readings.get(account);
    // A finished run doesn't ask again, and its reading is large.
    this.#readings.purgeStale();
    const isUsable =
      reading !== undefined &&
      days.orderDateStart <= reading.orderDateEnd &&
      days.orderDateEnd >= reading.orderDateStart;
    const known = isUsable ? await withChanges(reading, list) : null;
    const now = known === null ? await read(days, list) : await widened(known, days, list);
    // If asking fails, the earlier reading stays.
    if (now === null || now.orders.size > mostOrders) this.#readings.delete(account);
    else this.#readings.set(account, now, { start: now.readAt });
    return now?.orders ?? null;
  }

  get size(): number {
    return this.#readings.size;
  }
}

async function read(days: Days, list: List): Promise<Reading | null> {
  // Read first, so that changes during the rest of the reading count as new.
  const [latest] = (await list({ ...latestFirst, pageSize: '1' }, 1)).orders;
  const changedThrough = latest?.modifyDate ?? null;
  const begun = { ...days, orders: new Map(), changedThrough, readAt: performance.now() };
  return (await readInto(begun.orders, days, list)) ? begun : null;
}

/** Reads the orders of these days; false if there are too many. */
async function readInto(orders: Reading['orders'], days: Days, list: List): Promise<boolean> {
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const listed = await list(days, page);
    pages = listed.pages;
    if (pages > mostPages) return false;
    for (const order of listed.orders) orders.set(order.orderKey, order);
  }
  return true;
}

/** The reading, extended by the days that it lacks. */
async function widened(reading: Reading, days: Days, list: List): Promise<Reading | null> {
  const { orderDateStart, orderDateEnd, orders } = reading;
  const wide = { ...reading };
  if (days.orderDateStart < orderDateStart) {
    wide.orderDateStart = days.orderDateStart;
    const before = { orderDateStart: days.orderDateStart, orderDateEnd: orderDateStart };
    if (!(await readInto(orders, before, list))) return null;
  }
  if (days.orderDateEnd > orderDateEnd) {
    wide.orderDateEnd = days.orderDateEnd;
    const after = { orderDateStart: orderDateEnd, orderDateEnd: days.orderDateEnd };
    if (!(await readInto(orders, after, list))) return null;
  }
  return wide;
}

async function withChanges(reading: Reading, list: List): Promise<Reading | null> {
  const { changedThrough } = reading;
  let newest = changedThrough;
  for (let page = 1; page <= mostChangedPages; page += 1) {
    const { orders, pages } = await list(latestChanges, page);
    for (const order of orders) reading.orders.set(order.orderKey, order);
    if (page === 1) newest = orders[0]?.modifyDate ?? null;
    const oldest = orders.at(-1)?.modifyDate ?? null;
    const isSeen =
      changedThrough === null ? page >= pages : oldest !== null && oldest < changedThrough;
    const isEnd = page >= pages;
    const reached =
      isSeen || (isEnd && orders.some(({ modifyDate }) => modifyDate === changedThrough));
    if (reached) return { ...reading, changedThrough: newest };
    if (isEnd) return null;
  }
  return null;
}
