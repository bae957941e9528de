import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { attemptsOf, cycleOf } from '../graphql/subscriptions/cycles.ts';
import { wallClock } from '../graphql/subscriptions/wall-clock.ts';
import type { ContractLine } from '../store/records.ts';
import { Store } from '../store/store.ts';
import { contractStatuses } from '../store/subscription-records.ts';
import { executor, storeOf, temporaryFolder, testPlatform } from '../test-platform.ts';
import { grownGroupName, growStore } from './grow.ts';
import { drawPicture, pictureName } from './pictures.ts';
import { storeSeeds } from './stores.ts';

const day = 86_400_000;

describe('the seeded stores', () => {
  it('are an established one and a new one', () => {
    const platform = testPlatform();
    const sizes = platform.stores.map(({ tables }) => ({
      products: tables.products.size,
      customers: tables.customers.size,
      orders: tables.orders.size,
      groups: tables.groups.size,
      profiles: tables.profiles.all().map((profile) => profile.name),
    }));
    expect(sizes).toEqual([
      {
        products: 60,
        customers: 160,
        orders: 1200,
        groups: 4,
        profiles: ['General profile', 'Cold chain', 'Subscriptions'],
      },
      { products: 3, customers: 0, orders: 0, groups: 0, profiles: ['General profile'] },
    ]);
  });

  it('sell every product in two to four variants, each with a picture', () => {
    const { tables } = storeOf(testPlatform());
    for (const product of tables.products.all()) {
      expect(product.variantIds.length).toBeGreaterThanOrEqual(2);
      expect(product.variantIds.length).toBeLessThanOrEqual(4);
      expect(product.picture).toMatch(pictureName);
    }
    expect(
      tables.products.all().filter((product) => product.tags.includes('rotating')).length,
    ).toBeGreaterThan(2);
    const skus = tables.variants.all().map((variant) => variant.sku);
    expect(new Set(skus).size).toBe(skus.length);
  });

  it('have a year of orders that tell the same story on the same day', () => {
    const now = new Date('2027-03-04T05:06:07Z');
    const ordersOf = () => {
      const folder = temporaryFolder();
      const store = new Store(`${folder}/s.jsonl`, (transaction) =>
        storeSeeds[0]?.plant(transaction, [], now),
      );
      onTestFinished(() => store.close());
      return store.tables.orders.all();
    };
    const orders = ordersOf();
    expect(ordersOf()).toEqual(orders);
    const made = orders.map(({ createdAt }) => Date.parse(createdAt));
    expect(made).toEqual([...made].sort((left, right) => left - right));
    expect(Math.max(...made)).toBeLessThan(now.getTime());
    const days = (now.getTime() - Math.min(...made)) / 86_400_000;
    expect(days).toBeGreaterThan(300);
    expect(days).toBeLessThan(367);
    const middle = now.getTime() - 182 * 86_400_000;
    const recent = made.filter((at) => at >= middle).length;
    expect(recent).toBeGreaterThan(orders.length * 0.6);

    const tagged = (tag: string) => orders.filter(({ tags }) => tags.includes(tag)).length;
    expect(tagged('Subscription Recurring Order')).toBeGreaterThan(
      tagged('Subscription First Order'),
    );
    expect(tagged('Subscription First Order')).toBeGreaterThan(50);
    expect(tagged('Subscription')).toBeLessThan(orders.length);
    const plans = new Set(
      orders.flatMap(({ lines }) => lines.flatMap((line) => line.sellingPlan?.name ?? [])),
    );
    expect(plans.size).toBeGreaterThanOrEqual(4);
    for (const status of ['PAID', 'PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED'])
      expect(orders.map((order) => order.financialStatus)).toContain(status);
    expect(orders.some((order) => order.cancelledAt !== null)).toBe(true);
  });

  it('have orders of what they sell', () => {
    const { tables } = storeOf(testPlatform());
    for (const order of tables.orders.all()) {
      expect(order.lines.length).toBeGreaterThan(0);
      for (const line of order.lines)
        expect(tables.variants.get(line.variantId)?.sku).toBe(line.sku);
    }
  });
});

describe('the subscribers of the established store', () => {
  const noon = new Date('2027-03-04T20:06:07Z');
  const planted = (subscribers?: number, now = noon) => {
    const store = new Store(`${temporaryFolder()}/s.jsonl`, (transaction) =>
      storeSeeds[0]?.plant(transaction, ['read_all_orders'], now, subscribers),
    );
    onTestFinished(() => store.close());
    return store;
  };

  const costAfter = ({ pricing }: ContractLine, orders: number) =>
    pricing?.cycleDiscounts.filter(({ afterCycle }) => afterCycle <= orders).at(-1)?.computedPrice;

  it('are 400 with contracts of every status, and the same on the same day', () => {
    const { tables } = planted(400);
    const contracts = tables.contracts.all();
    expect(contracts).toHaveLength(400);
    expect(new Set(contracts.map(({ customerId }) => customerId)).size).toBe(400);
    expect(tables.customers.size).toBeGreaterThan(400);
    expect(new Set(contracts.map(({ status }) => status))).toEqual(new Set(contractStatuses));
    expect(contracts.filter(({ status }) => status === 'ACTIVE').length).toBeGreaterThan(200);
    const methods = tables.paymentMethods.all();
    expect(new Set(methods.map(({ fate }) => fate.kind)).size).toBe(4);
    const good = methods.filter(({ fate }) => fate.kind === 'good').length;
    expect(good).toBeGreaterThan(methods.length * 0.85);
    const again = planted(400).tables;
    expect(again.contracts.all()).toEqual(contracts);
    expect(again.attempts.all()).toEqual(tables.attempts.all());
    expect(planted().tables.contracts.size).toBe(0);
  });

  it('have a first order each, and a successful attempt for each renewal, with what it costs', () => {
    const { tables, attemptsByContract } = planted(400);
    const orderIds = new Set<number | null>();
    for (const contract of tables.contracts.all()) {
      const first = tables.orders.get(contract.originOrderId);
      expect(first).toMatchObject({
        customerId: contract.customerId,
        createdAt: contract.createdAt,
        tags: ['Subscription', 'Subscription First Order'],
      });
      orderIds.add(contract.originOrderId);
      let paid = 1;
      for (const attempt of attemptsByContract.get(contract.id)) {
        const { errorCode, orderId, completedAt } = attempt;
        expect(attempt.state).toBe(errorCode === null ? 'SUCCESS' : 'FAILED');
        if (errorCode !== null) {
          expect(orderId).toBeNull();
          continue;
        }
        const order = tables.orders.get(orderId);
        expect(order).toMatchObject({
          customerId: contract.customerId,
          createdAt: completedAt,
          tags: ['Subscription', 'Subscription Recurring Order'],
          shippingAddress: contract.delivery?.address ?? null,
          shippingPrice: contract.deliveryPrice,
          lines: contract.lines.map((line) => ({
            variantId: line.variantId,
            title: line.title,
            quantity: line.quantity,
            unitPrice: costAfter(line, paid),
            sellingPlan: { id: line.sellingPlanId, name: line.sellingPlanName },
          })),
        });
        expect(orderIds.has(orderId)).toBe(false);
        orderIds.add(orderId);
        paid += 1;
      }
      for (const line of contract.lines) {
        expect(line.currentPrice).toBe(costAfter(line, paid));
      }
    }
    const sold = tables.orders.all().filter(({ tags }) => tags.includes('Subscription'));
    expect(new Set(sold.map(({ id }) => id))).toEqual(orderIds);
  });

  it.each([
    // Before, during and after the day's run.
    ['2027-03-04T17:59:59Z', '2027-03-04T08:00:00Z', '2027-03-04T08:00:00Z'],
    ['2027-03-04T18:00:30Z', '2027-03-05T08:00:00Z', '2027-03-04T18:00:30Z'],
    [noon, '2027-03-05T08:00:00Z', '2027-03-04T18:10:10Z'],
    ['2027-03-05T07:59:59Z', '2027-03-05T08:00:00Z', '2027-03-04T18:10:10Z'],
  ])('at %s were charged for each cycle on its day or later, until they ended', (...times) => {
    const [now, midnight, latest] = times.map((time) => new Date(time));
    if (midnight === undefined || latest === undefined) throw new Error('no times');
    const store = planted(400, now);
    const { tables, attemptsByContract, shop } = store;
    const dayOf = (at: Date | string) => Math.floor(wallClock(shop.timezone, +new Date(at)) / day);
    const ofToday = tables.attempts
      .all()
      .filter(({ createdAt }) => dayOf(createdAt) === dayOf(noon));
    const isOver = midnight > noon;
    expect(ofToday.some(({ state }) => state === 'SUCCESS')).toBe(isOver);
    expect(ofToday.some(({ state }) => state === 'FAILED')).toBe(isOver);
    for (const { completedAt } of ofToday) expect(new Date(completedAt ?? 0) < latest).toBe(true);
    for (const contract of tables.contracts.all()) {
      const attempts = attemptsByContract.get(contract.id);
      const last = attempts.at(-1);
      const isFailing = last !== undefined && last.errorCode !== null;
      expect(contract.lastPaymentStatus).toBe(isFailing ? 'FAILED' : 'SUCCEEDED');
      const ended = contract.status === 'ACTIVE' ? midnight : new Date(contract.updatedAt);
      expect(ended <= midnight).toBe(true);
      const times = [contract.createdAt, ...attempts.map(({ createdAt }) => createdAt)];
      expect(times).toEqual([...times].sort());
      expect(new Date(last?.completedAt ?? 0) <= ended).toBe(true);
      for (let index = 1; ; index += 1) {
        const cycle = cycleOf(store, contract, index);
        const [first, ...retries] = attemptsOf(store, cycle);
        if (dayOf(cycle.expectedAt) >= dayOf(ended)) {
          expect(attempts.filter(({ cycleIndex }) => cycleIndex > index)).toEqual([]);
          if (dayOf(cycle.expectedAt) > dayOf(ended)) expect(first).toBeUndefined();
          break;
        }
        const isSkipped = cycle.edit?.skipped === true;
        expect(first && dayOf(first.createdAt)).toBe(
          isSkipped ? undefined : dayOf(cycle.expectedAt),
        );
        for (const { createdAt } of retries) expect(new Date(createdAt) < midnight).toBe(true);
      }
    }
  });

  it('show by the platform’s own queries as they are', async () => {
    const platform = testPlatform({ subscribers: 400 });
    const { tables, attemptsByContract } = storeOf(platform);
    const contract = tables.contracts.all().find(({ id }) => attemptsByContract.get(id).length > 2);
    const id = `gid://shopify/SubscriptionContract/${contract?.id}`;
    const { data } = await executor(platform)(
      `query ($id: ID!) {
        subscriptionContract(id: $id) {
          customer { subscriptionContracts(first: 9) { nodes { id } } }
          orders(first: 250) { nodes { id } }
          billingAttempts(first: 250) { nodes { order { id } subscriptionContract { id } } }
        }
        subscriptionBillingCycles(contractId: $id, first: 250) {
          nodes { status billingAttempts(first: 9) { nodes { ready } } }
        }
      }`,
      { id },
    );
    const attempts = attemptsByContract.get(contract?.id ?? 0);
    const paid = attempts.flatMap(({ orderId }) => orderId ?? []);
    const nameOf = (orderId: number | null) => `gid://shopify/Order/${orderId}`;
    expect(data).toMatchObject({
      subscriptionContract: {
        customer: { subscriptionContracts: { nodes: [{ id }] } },
        orders: {
          nodes: [contract?.originOrderId ?? null, ...paid].map((one) => ({ id: nameOf(one) })),
        },
        billingAttempts: {
          nodes: attempts.map(({ orderId }) => ({
            order: orderId === null ? null : { id: nameOf(orderId) },
            subscriptionContract: { id },
          })),
        },
      },
    });
    const cycles = z
      .object({
        subscriptionBillingCycles: z.object({
          nodes: z.array(
            z.object({
              status: z.string(),
              billingAttempts: z.object({ nodes: z.array(z.unknown()) }),
            }),
          ),
        }),
      })
      .parse(data).subscriptionBillingCycles.nodes;
    expect(cycles.filter(({ status }) => status === 'BILLED')).toHaveLength(paid.length);
    expect(cycles.flatMap((cycle) => cycle.billingAttempts.nodes)).toHaveLength(attempts.length);
  });
});

describe('growStore', () => {
  it('makes a store as large as asked, and a second time changes nothing', () => {
    const store = storeOf(testPlatform());
    const growth = {
      products: 1000,
      groups: 1000,
      variantsInGroup: 5000,
      profiles: 250,
      orders: 3000,
    };
    growStore(store, growth);
    const sizes = () => ({
      products: store.tables.products.size,
      groups: store.tables.groups.size,
      profiles: store.tables.profiles.size,
      orders: store.tables.orders.size,
      inGroup: store.tables.groups.all().find((group) => group.name === grownGroupName)?.variantIds
        .length,
    });
    const grown = sizes();
    expect(grown).toMatchObject({ groups: 1000, profiles: 250, orders: 3000, inGroup: 5000 });
    expect(grown.products).toBeGreaterThanOrEqual(1000);
    growStore(store, growth);
    expect(sizes()).toEqual(grown);
  });
});

describe('drawPicture', () => {
  it('draws the same picture for the same name, and another for another', () => {
    expect(drawPicture('house-blend')).toBe(drawPicture('house-blend'));
    expect(drawPicture('house-blend')).not.toBe(drawPicture('night-shift'));
    expect(drawPicture('house-blend')).toMatch(/^<svg .*House Blend.*<\/svg>\n$/s);
  });
});
