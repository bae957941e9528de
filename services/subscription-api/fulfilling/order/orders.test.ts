import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type StoreOrder,
  storeOrderListSchema,
  subscriberAnswerSchema,
  subscriberListSchema,
} from '#contract/store-order.ts';
import { accessScopes } from '#process/access-scopes.ts';
import { approveVendor } from '../../shop/vendor.ts';
import { revokeLease } from '../../store/lease.ts';
import { orderImportTable, storeOrderLineTable, storeOrderTable } from '../../store/schema.ts';
import { askPortal, openPortal } from '../../testing/portal-in-test.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { bodyOf, firstCrack, roastAndRitual } from '../../testing/service-in-test.ts';
import { databases } from '../../testing/temporary-database.ts';
import { importLeaseName, takeImportLease } from './import-lease.ts';

const platformSchema = z.object({
  orders: z.object({
    nodes: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        processedAt: z.string(),
        currentTotalPriceSet: z.object({ shopMoney: z.object({ amount: z.string() }) }),
        customer: z.object({ id: z.string() }),
        lineItems: z.object({
          nodes: z.array(z.object({ sellingPlan: z.object({ name: z.string() }).nullable() })),
        }),
      }),
    ),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
  }),
});

describe.each(databases)('orders of the store on %s', (kind) => {
  const service = serviceForSuite(kind);
  beforeEach(async () => {
    await service.settled();
    service.platform.control.clearFaults();
    service.platform.control.setScopes(roastAndRitual, [...accessScopes, 'read_all_orders']);
    wait(0);
    for (const table of [orderImportTable, storeOrderTable, storeOrderLineTable]) {
      await service.database.delete(table);
    }
  });

  /** Sets all clocks this many seconds ahead. */
  function wait(seconds: number): void {
    service.setClockOffset(seconds);
    service.platform.control.setMachineClockOffset(seconds);
  }
  async function listOf(search = '', shop = roastAndRitual) {
    return bodyOf(await service.call(shop, 'GET', `/order${search}`), storeOrderListSchema);
  }
  /** The list after the import that it started has ended. */
  async function imported(search = '', shop = roastAndRitual) {
    await listOf(search, shop);
    await service.settled();
    return await listOf(search, shop);
  }
  async function everyOrder(search: string): Promise<StoreOrder[]> {
    const found: StoreOrder[] = [];
    let after = '';
    do {
      const { orders, pageInfo }: z.infer<typeof storeOrderListSchema> = await listOf(
        `?first=250${search}${after}`,
      );
      found.push(...orders);
      after = pageInfo.hasNextPage ? `&after=${pageInfo.endCursor}` : '';
    } while (after !== '');
    return found;
  }
  async function platformOrders() {
    const nodes: z.infer<typeof platformSchema>['orders']['nodes'] = [];
    let after: string | null = null;
    do {
      const answer: unknown = await service.admin(
        roastAndRitual,
        `query ($after: String) { orders(first: 250, after: $after) { nodes {
          id name processedAt currentTotalPriceSet { shopMoney { amount } } customer { id }
          lineItems(first: 20) { nodes { sellingPlan { name } } } }
          pageInfo { hasNextPage endCursor } } }`,
        { after },
      );
      const { orders }: z.infer<typeof platformSchema> = platformSchema.parse(answer);
      nodes.push(...orders.nodes);
      after = orders.pageInfo.hasNextPage ? orders.pageInfo.endCursor : null;
    } while (after !== null);
    return nodes;
  }
  const operationsOf = (name: string) =>
    service.operations().filter((operation) => operation === name).length;

  it('are all read from the platform, and kept as they are there', async () => {
    const { orderImport } = await imported();
    const platform = await platformOrders();
    expect(orderImport).toMatchObject({
      isImporting: false,
      hasFailed: false,
      hasAllOrders: true,
      orders: platform.length,
      timeZone: 'America/Los_Angeles',
    });
    expect(orderImport.asOf).not.toBeNull();
    const orders = new Map((await everyOrder('')).map((order) => [order.id, order]));
    expect(orders.size).toBe(platform.length);
    for (const order of platform) {
      const planNames = order.lineItems.nodes.flatMap(({ sellingPlan }) => sellingPlan?.name ?? []);
      expect(orders.get(order.id.split('/').at(-1) ?? '')).toMatchObject({
        name: order.name,
        processedAt: order.processedAt,
        total: Math.round(Number(order.currentTotalPriceSet.shopMoney.amount) * 100),
        currencyCode: 'USD',
        customer: { id: order.customer.id.split('/').at(-1) },
        planNames: [...new Set(planNames)],
      });
    }
  });

  it('come newest first, in pages that lead on and back', async () => {
    await imported();
    const all = await everyOrder('');
    const times = all.map(({ processedAt }) => processedAt);
    expect(times).toEqual([...times].sort().reverse());
    const first = await listOf('?first=3');
    expect(first.pageInfo).toMatchObject({ hasPreviousPage: false, hasNextPage: true });
    const second = await listOf(`?first=3&after=${first.pageInfo.endCursor}`);
    expect([...first.orders, ...second.orders]).toEqual(all.slice(0, 6));
    const back = await listOf(`?first=3&before=${second.pageInfo.startCursor}`);
    expect(back.orders).toEqual(first.orders);
    expect(back.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    expect((await listOf('?first=3&reverse=true')).orders).toEqual(all.slice(-3).reverse());
    const wrong = await service.call(roastAndRitual, 'GET', '/order?after=nonsense');
    expect(wrong).toMatchObject({
      status: 400,
      body: { fieldErrors: { after: [expect.any(String)] } },
    });
  });

  it('are found by name, by customer, and by whether they are of a subscription', async () => {
    await imported();
    const all = await everyOrder('');
    const [some] = all;
    if (some?.customer == null) throw new Error('The store has no order of a customer.');
    expect((await listOf(`?query=${encodeURIComponent(some.name)}`)).orders).toEqual([some]);
    const { email, displayName, id } = some.customer;
    const own = all.filter(({ customer }) => customer?.id === id);
    expect(await everyOrder(`&query=${email?.toUpperCase()}`)).toEqual(own);
    expect(await everyOrder(`&customerId=${id}`)).toEqual(own);
    const named = await everyOrder(`&query=${encodeURIComponent(displayName)}`);
    expect(named.map((order) => order.customer?.displayName)).toContain(displayName);
    expect((await listOf('?query=%25')).orders).toEqual([]);
    const subscribed = await everyOrder('&kind=subscription');
    expect(subscribed).toEqual(all.filter(({ planNames }) => planNames.length > 0));
    expect(subscribed.length).toBeLessThan(all.length);
  });

  it('that were read are not read again for ten minutes, and then only what changed', async () => {
    await imported();
    service.operations();
    await imported();
    expect(operationsOf('ChangedOrders')).toBe(0);
    wait(11 * 60);
    const { orderImport } = await imported();
    expect(operationsOf('ChangedOrders')).toBe(1);
    expect(Date.parse(orderImport.asOf ?? '')).toBeGreaterThan(Date.now() + 10 * 60_000);
  });

  it('are read by one process at a time, and on from where one stopped', async () => {
    const context = service.contextOf(roastAndRitual);
    const turn = await takeImportLease(context);
    expect(await takeImportLease(context)).toBeNull();
    expect((await imported()).orderImport).toMatchObject({ isImporting: true, orders: 0 });
    await turn?.free();

    service.platform.control.addFault({
      kind: 'status',
      operation: 'ChangedOrders',
      status: 500,
      times: 1,
    });
    expect((await imported()).orderImport).toMatchObject({ hasFailed: true, asOf: null });
    wait(60);
    expect((await imported()).orderImport).toMatchObject({ hasFailed: false });
    const whole = (await listOf()).orderImport.orders;

    // As if an import stopped in the middle: the next one reads the rest and keeps the orders that are there.
    const state = { startedAt: new Date(), completedAt: null, updatedThrough: null };
    await service.database.update(orderImportTable).set({ ...state, cursor: 'gone' });
    const { orderImport } = await imported();
    expect(orderImport).toMatchObject({ isImporting: false, orders: whole });
    expect(orderImport.asOf).not.toBeNull();
  });

  it('are no longer kept by a reading whose turn was taken away', async () => {
    const context = service.contextOf(firstCrack);
    const turn = await takeImportLease(context);
    await revokeLease(service.database, importLeaseName(firstCrack));
    let isWritten = false;
    const kept = await turn?.keep({}, async () => {
      isWritten = true;
    });
    expect([kept, isWritten]).toEqual([false, false]);
  });

  it('are those of 60 days until the merchant allows all of them, then all', async () => {
    service.platform.control.setScopes(roastAndRitual, accessScopes);
    const { orderImport } = await imported();
    expect(orderImport.hasAllOrders).toBe(false);
    expect(orderImport.grantUrl).toContain(encodeURIComponent('read_all_orders'));
    const since = Date.now() - 60 * 86_400_000;
    const all = await platformOrders();
    const recent = all.filter(({ processedAt }) => Date.parse(processedAt) >= since);
    expect(orderImport.orders).toBe(recent.length);
    service.platform.control.setScopes(roastAndRitual, [...accessScopes, 'read_all_orders']);
    wait(11 * 60);
    expect((await imported()).orderImport).toMatchObject({
      hasAllOrders: true,
      orders: all.length,
    });
  });

  describe('that were deleted on the platform without the app hearing of it', () => {
    const day = 86_400;
    const remove = (order: { id: string }) =>
      service.platform.control.act(roastAndRitual, 'delete-order', {
        orderId: Number(order.id.split('/').at(-1)),
        isHeard: false,
      });
    async function removeSome() {
      const all = [...(await everyOrder(''))].sort(
        (one, other) => Number(one.id) - Number(other.id),
      );
      const gone = [all[0], all[Math.floor(all.length / 2)], all.at(-1)].flatMap(
        (order) => order ?? [],
      );
      for (const order of gone) await remove(order);
      return { gone: gone.map(({ id }) => id), left: all.length - gone.length };
    }
    const keptIds = async () => new Set((await everyOrder('')).map(({ id }) => id));

    it('are forgotten within a day, and no other', async () => {
      await imported();
      const { gone, left } = await removeSome();
      wait(11 * 60);
      expect((await imported()).orderImport.orders).toBe(left + gone.length);
      wait(day + 60);
      expect((await imported()).orderImport.orders).toBe(left);
      const kept = await keptIds();
      expect(gone.filter((id) => kept.has(id))).toEqual([]);
    });

    it('are not judged where the platform fails, and are next time', async () => {
      await imported();
      const { gone, left } = await removeSome();
      const fault = { kind: 'status', operation: 'OrdersThere', status: 500, times: 1 } as const;
      service.platform.control.addFault(fault);
      wait(day + 60);
      expect((await imported()).orderImport).toMatchObject({
        orders: left + gone.length,
        hasFailed: false,
      });
      wait(day + 12 * 60);
      expect((await imported()).orderImport.orders).toBe(left);
    });

    it('are looked for only among those that the platform shows', async () => {
      await imported();
      const before = (await listOf()).orderImport.orders;
      service.platform.control.setScopes(roastAndRitual, accessScopes);
      wait(day + 60);
      service.operations();
      const { orderImport } = await imported();
      expect(orderImport).toMatchObject({ hasAllOrders: false, orders: before });
      expect(operationsOf('OrderIds')).toBeGreaterThan(0);
    });

    it('are looked for from where a look that was cut short had got to', async () => {
      await imported();
      const { gone, left } = await removeSome();
      const [first = '', middle = ''] = gone;
      await service.database.update(orderImportTable).set({ lookedThrough: middle });
      wait(11 * 60);
      expect((await imported()).orderImport.orders).toBe(left + 2);
      expect(await keptIds()).toContain(first);
      wait(day + 12 * 60);
      expect((await imported()).orderImport.orders).toBe(left);
    });
  });

  it("are the vendor portal's too, by its own session", async () => {
    await approveVendor(service.database, {
      shop: roastAndRitual,
      status: 'active',
      simpleSubscription: true,
    });
    const here = await imported('?first=5');
    const token = await openPortal(service, roastAndRitual);
    const { orders } = bodyOf(
      await askPortal(service, token, '/portal/order?first=5'),
      storeOrderListSchema,
    );
    expect(orders).toEqual(here.orders);
    const { customers } = bodyOf(
      await askPortal(service, token, '/portal/customer?first=1'),
      subscriberListSchema,
    );
    expect(customers).toHaveLength(1);
    expect((await askPortal(service, 'x', '/portal/order')).status).toBe(401);
  });

  it('stay with their shop', async () => {
    await imported();
    const { orders, orderImport } = await imported('', firstCrack);
    expect(orders).toEqual([]);
    expect(orderImport).toMatchObject({ orders: 0, isImporting: false, hasFailed: false });
  });

  it('say who subscribes, each customer with their own', async () => {
    await imported();
    const all = await everyOrder('&kind=subscription');
    const list = async (search: string) =>
      bodyOf(await service.call(roastAndRitual, 'GET', `/customer${search}`), subscriberListSchema);
    const { customers, pageInfo } = await list('?first=250');
    const ids = new Set(
      all.flatMap(({ customer, cancelledAt }) =>
        cancelledAt === null ? (customer?.id ?? []) : [],
      ),
    );
    expect(new Set(customers.map(({ id }) => id))).toEqual(ids);
    expect(pageInfo.hasNextPage).toBe(false);
    const last = customers.map(({ lastOrderAt }) => lastOrderAt);
    expect(last).toEqual([...last].sort().reverse());
    expect(customers.some(({ activeSubscriptions }) => activeSubscriptions > 0)).toBe(true);
    expect(customers.some(({ activeSubscriptions }) => activeSubscriptions === 0)).toBe(true);
    const [customer] = customers;
    const own = all.filter(
      (order) => order.customer?.id === customer?.id && order.cancelledAt === null,
    );
    expect(customer).toMatchObject({
      subscriptionOrders: own.length,
      lastOrderAt: own[0]?.processedAt,
      firstOrderAt: own.at(-1)?.processedAt,
    });
    const answer = await service.call(roastAndRitual, 'GET', `/customer/${customer?.id}`);
    expect(bodyOf(answer, subscriberAnswerSchema).customer).toEqual(customer);
    expect((await list(`?query=${customer?.email}`)).customers).toEqual([customer]);
    const [next] = (await list(`?first=1&after=${(await list('?first=1')).pageInfo.endCursor}`))
      .customers;
    expect(next).toEqual(customers[1]);
    for (const [shop, id] of [
      [firstCrack, customer?.id],
      [roastAndRitual, '1'],
      [roastAndRitual, 'x'],
    ]) {
      const missing = await service.call(shop ?? '', 'GET', `/customer/${id}`);
      expect(missing).toMatchObject({ status: 404, body: { message: 'Customer not found' } });
    }
  });
});
