import { z } from 'zod';
import type { Deadline } from '../deadline.ts';
import {
  BadOrderError,
  type ShipStation,
  type ShipStationKeys,
  type ShipStationRequest,
} from './client.ts';
import { type Days, type KnownOrder, ListedOrders, listedPageSchema } from './listed-orders.ts';

const pageSize = 500;
const mostPages = 3;
/** How many orders ShipStation takes in one call. */
const mostSent = 100;
const dayMilliseconds = 24 * 60 * 60 * 1000;

const sentSchema = z.object({
  results: z.array(
    z.object({
      orderKey: z.string().nullish(),
      success: z.boolean(),
      errorMessage: z.string().nullish(),
    }),
  ),
});

export type SentOrder = z.infer<typeof sentSchema>['results'][number];

/** The orders of one account. Each function throws what {@link ShipStation} throws. */
export function shipStationOrders(
  shipStation: ShipStation,
  keys: ShipStationKeys,
  deadline: Deadline | undefined,
) {
  const ask = <Answer>(request: ShipStationRequest<Answer>) => shipStation(keys, request, deadline);

  const list = (query: Record<string, string>, page: number) => {
    const parameters = new URLSearchParams({
      ...query,
      page: String(page),
      pageSize: query.pageSize ?? String(pageSize),
    });
    return ask({ method: 'GET', path: `/orders?${parameters}`, answer: listedPageSchema });
  };

  /** ShipStation refuses a whole call for one bad order, so this sends ever smaller halves until it finds that one. */
  async function* sendTogether(orders: readonly { orderKey: string }[]): AsyncGenerator<SentOrder> {
    try {
      const path = '/orders/createorders';
      yield* (await ask({ method: 'POST', path, body: orders, answer: sentSchema })).results;
    } catch (error) {
      const [first, ...others] = orders;
      if (!(error instanceof BadOrderError) || first === undefined) throw error;
      if (others.length === 0) {
        yield { orderKey: first.orderKey, success: false, errorMessage: error.said };
        return;
      }
      const half = Math.ceil(orders.length / 2);
      yield* sendTogether(orders.slice(0, half));
      yield* sendTogether(orders.slice(half));
    }
  }

  return {
    /**
     * Those of the orders that ShipStation has already, by their keys. ShipStation can't search by key, so this reads all orders of the same days if
     * they are few, and otherwise asks for each order by its number, which its deliveries share.
     * With `listedOrders`, the orders are remembered there for the next of many such calls, which then asks only for changes.
     */
    async find(
      wanted: ReadonlyArray<{ orderKey: string; orderNumber: string; orderDate: string }>,
      listedOrders?: ListedOrders,
    ): Promise<Map<string, KnownOrder>> {
      const found = new Map<string, KnownOrder>();
      const keep = (orders: readonly KnownOrder[]): void => {
        for (const order of orders) found.set(order.orderKey, order);
      };
      const times = wanted.map(({ orderDate }) => Date.parse(orderDate));
      // ShipStation's days are in another time zone.
      const day = (time: number) => new Date(time).toISOString().slice(0, 10);
      const window: Days = {
        orderDateStart: day(Math.min(...times) - dayMilliseconds),
        orderDateEnd: day(Math.max(...times) + 2 * dayMilliseconds),
      };
      if (listedOrders !== undefined) {
        const account = ListedOrders.nameOf(keys);
        const listed = await listedOrders.ofDays(account, window, list);
        if (listed !== null) return listed;
      }
      const first = await list(window, 1);
      keep(first.orders);
      if (first.pages <= mostPages) {
        for (let page = 2; page <= first.pages; page += 1) keep((await list(window, page)).orders);
        return found;
      }
      const unknown = wanted.filter(({ orderKey }) => !found.has(orderKey));
      for (const orderNumber of new Set(unknown.map((order) => order.orderNumber))) {
        keep((await list({ orderNumber }, 1)).orders);
      }
      return found;
    },

    /**
     * The calls that POST /order/sync ends in: create the orders or update those with the same keys. Yields one answer for each, call by call: what
     * ShipStation has said stays so where a later call fails.
     */
    async *send(orders: readonly { orderKey: string }[]): AsyncGenerator<SentOrder> {
      for (let start = 0; start < orders.length; start += mostSent) {
        yield* sendTogether(orders.slice(start, start + mostSent));
      }
    },
  };
}
