import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Order } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { type Execute, executor, storeOf, testPlatform } from '../test-platform.ts';

const bag = z
  .object({ shopMoney: z.object({ amount: z.string(), currencyCode: z.literal('USD') }) })
  .transform(({ shopMoney }) => Number(shopMoney.amount));
const answerSchema = z.object({
  data: z.object({
    orders: z.object({
      nodes: z.array(
        z.object({
          id: z.string(),
          updatedAt: z.string(),
          tags: z.array(z.string()),
          totalPriceSet: bag,
          currentTotalPriceSet: bag,
          lineItems: z.object({
            nodes: z.array(
              z.object({
                quantity: z.number(),
                currentQuantity: z.number(),
                originalUnitPriceSet: bag,
                discountedUnitPriceAfterAllDiscountsSet: bag,
                sellingPlan: z
                  .object({ name: z.string(), sellingPlanId: z.string().nullable() })
                  .nullable(),
              }),
            ),
          }),
        }),
      ),
      pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
    }),
  }),
});

type Page = z.infer<typeof answerSchema>['data'];

const money = '{ shopMoney { amount currencyCode } }';
const query = `query Orders($after: String, $query: String) {
  orders(first: 250, after: $after, query: $query, sortKey: UPDATED_AT) {
    nodes {
      id updatedAt tags totalPriceSet ${money} currentTotalPriceSet ${money}
      lineItems(first: 5) {
        nodes {
          quantity currentQuantity originalUnitPriceSet ${money}
          discountedUnitPriceAfterAllDiscountsSet ${money} sellingPlan { name sellingPlanId }
        }
      }
    }
    pageInfo { hasNextPage endCursor }
  }
}`;

describe('orders', () => {
  let store: Store;
  let asAdmin: Execute;
  let withScopes: (...scopes: string[]) => Execute;
  beforeEach(() => {
    const platform = testPlatform();
    store = storeOf(platform);
    asAdmin = executor(platform);
    withScopes = (...scopes) => executor(platform, scopes);
  });

  async function everyOrder(execute: Execute, search?: string) {
    const nodes: Page['orders']['nodes'] = [];
    let after: string | null = null;
    do {
      const answer: unknown = await execute(query, { after, query: search });
      const { orders }: Page = answerSchema.parse(answer).data;
      nodes.push(...orders.nodes);
      after = orders.pageInfo.hasNextPage ? orders.pageInfo.endCursor : null;
    } while (after !== null);
    return nodes;
  }
  const gid = (order: Order) => `gid://shopify/Order/${order.id}`;

  it('are read by cursor in the order of their changes, each once', async () => {
    const orders = await everyOrder(asAdmin);
    expect(new Set(orders.map(({ id }) => id)).size).toBe(store.tables.orders.size);
    expect(orders).toHaveLength(store.tables.orders.size);
    const times = orders.map(({ updatedAt }) => updatedAt);
    expect(times).toEqual([...times].sort());
  });

  it('are found by when they were changed', async () => {
    const all = store.tables.orders.all();
    const since = all[Math.floor(all.length / 2)]?.updatedAt ?? '';
    const found = await everyOrder(asAdmin, `updated_at:>='${since}'`);
    const expected = all.filter(({ updatedAt = '' }) => updatedAt >= since).map(gid);
    expect(found.map(({ id }) => id).sort()).toEqual(expected.sort());
    expect(found.length).toBeLessThan(all.length);
  });

  it('older than 60 days are shown only to who may read all of them', async () => {
    const old = store.tables.orders.all()[0];
    if (old === undefined) throw new Error('The store has no orders.');
    const since = Date.now() - 60 * 86_400_000;
    const recent = store.tables.orders
      .all()
      .filter((order) => Date.parse(order.createdAt) >= since);
    const seen = await everyOrder(withScopes('read_orders'));
    expect(seen.map(({ id }) => id).sort()).toEqual(recent.map(gid).sort());
    expect(await everyOrder(withScopes('read_orders', 'read_all_orders'))).toHaveLength(
      store.tables.orders.size,
    );
    const one = 'query One($id: ID!) { order(id: $id) { id } }';
    const variables = { id: gid(old) };
    expect(await withScopes('read_orders')(one, variables)).toMatchObject({
      data: { order: null },
    });
    expect(await asAdmin(one, variables)).toMatchObject({ data: { order: variables } });
  });

  it('say what was paid by a plan, and what of it was given back', async () => {
    const orders = await everyOrder(asAdmin);
    const byPlan = orders.flatMap(({ tags, lineItems }) =>
      lineItems.nodes.flatMap(({ sellingPlan, ...line }) =>
        sellingPlan === null
          ? []
          : { ...line, sellingPlan, isRenewal: tags.includes('Subscription Recurring Order') },
      ),
    );
    expect(byPlan.length).toBeGreaterThan(300);
    for (const { isRenewal, sellingPlan, ...line } of byPlan) {
      const paid = line.discountedUnitPriceAfterAllDiscountsSet;
      // A renewal charges the contract's own price, without a discount.
      if (isRenewal) expect(paid).toBe(line.originalUnitPriceSet);
      else expect(paid).toBeLessThan(line.originalUnitPriceSet);
      expect(sellingPlan.sellingPlanId).toMatch(/^gid:\/\/shopify\/SellingPlan\/\d+$/);
    }
    const refundOf = (order: (typeof orders)[number]) =>
      order.totalPriceSet - order.currentTotalPriceSet;
    const refunded = orders.filter((order) => refundOf(order) > 0);
    expect(refunded.length).toBeGreaterThan(10);
    expect(refunded.some(({ currentTotalPriceSet }) => currentTotalPriceSet > 0)).toBe(true);
    for (const order of orders) {
      const isWhole = order.lineItems.nodes.every((line) => line.currentQuantity === line.quantity);
      expect(isWhole).toBe(refundOf(order) === 0);
    }
  });
});
