import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { and, count, eq, isNotNull, lte, ne, notExists, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { apiPrefix, webhookPath } from '#contract/endpoints.ts';
import { originalIdOf } from '#contract/original-id.ts';
import { createLogger } from '#process/logger.ts';
import { type LocalPlatformInTest, startLocalPlatform } from '#services/local-platform/testing.ts';
import { startSubscriptionApi } from '#services/subscription-api/embedded.ts';
import { chargeTimeOf } from '#services/subscription-api/recurring/billing/charge-time.ts';
import { beginMirror } from '#services/subscription-api/recurring/mirror/sweep.ts';
import { approveVendor } from '#services/subscription-api/shop/vendor.ts';
import {
  billingSettingsTable,
  contractMirrorTable,
  cycleBillingTable,
  rotationTable,
  rotationVersionTable,
  subscriptionContractTable,
} from '#services/subscription-api/store/schema.ts';
import { ageLeases } from '#services/subscription-api/testing/age-leases.ts';
import { makeRetriesDue } from '#services/subscription-api/testing/make-retries-due.ts';
import { createTemporaryDatabase } from '#services/subscription-api/testing/temporary-database.ts';
import { smallStore } from '../server/options.ts';

const hour = 60 * 60_000;
export const schedule = { timeZone: 'America/Los_Angeles', hour: 10 };

const moneySchema = z.object({ amount: z.coerce.number() });
const attemptSchema = z.object({
  createdAt: z.coerce.date(),
  idempotencyKey: z.string(),
  order: z.object({ totalPriceSet: z.object({ shopMoney: moneySchema }) }).nullable(),
});
const ledgerSchema = z.object({
  data: z.object({
    subscriptionContract: z.object({
      deliveryPrice: moneySchema,
      lines: z.object({
        nodes: z.array(
          z.object({ quantity: z.number(), currentPrice: moneySchema, variantId: z.string() }),
        ),
      }),
      billingAttempts: z.object({ nodes: z.array(attemptSchema) }),
    }),
    subscriptionBillingCycles: z.object({
      nodes: z.array(
        z.object({ cycleIndex: z.number(), billingAttemptExpectedDate: z.coerce.date() }),
      ),
    }),
  }),
});
const ledgerQuery = `query ($id: ID!, $from: DateTime!, $to: DateTime!) {
  subscriptionContract(id: $id) {
    deliveryPrice { amount }
    lines(first: 10) { nodes { quantity variantId currentPrice { amount } } }
    billingAttempts(first: 50) {
      nodes { createdAt idempotencyKey order { totalPriceSet { shopMoney { amount } } } }
    }
  }
  subscriptionBillingCycles(
    contractId: $id, first: 50, billingCyclesDateRangeSelector: { startDate: $from, endDate: $to }
  ) { nodes { cycleIndex billingAttemptExpectedDate } }
}`;

const productsSchema = z.object({
  data: z.object({ products: z.object({ nodes: z.array(z.object({ id: z.string() })) }) }),
});

/** `cancelled` counts due cycles that rightly have no order, because the customer cancelled. */
export type Verdict = { orders: number; cancelled: number; problems: string[] };

export type BillingStores = Awaited<ReturnType<typeof prepareStores>>;

/**
 * Stores that bill, each with so many subscriptions due on the same days; one in ten rotates through `coffees` products. This process runs the platform, but
 * no worker.
 */
export async function prepareStores(sizes: readonly number[], { coffees = 0 } = {}) {
  const temporary = await createTemporaryDatabase('PostgreSQL');
  let receive: (request: Request) => Promise<Response> = async () => new Response(null);
  const door = createServer(getRequestListener((request) => receive(request)));
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  const address = door.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const platform = await startLocalPlatform({
    dataDirectory: join(temporary.dataDirectory, 'platform'),
    apiKey: 'api-key',
    apiSecret: 'api-secret',
    appUrl: `http://127.0.0.1:${port}`,
  });
  const variables = {
    NODE_ENV: 'production' as const,
    PATH: process.env.PATH,
    DATA_DIR: temporary.dataDirectory,
    DATABASE_URL: temporary.databaseUrl,
    ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
    SHOPIFY_API_KEY: 'api-key',
    SHOPIFY_API_SECRET: 'api-secret',
    LOCAL_PLATFORM_URL: platform.platformUrl,
    LOG_LEVEL: 'fatal',
    JOBS_RUN_IN: 'workers',
  };
  const logger = createLogger({ level: 'fatal', service: 'subscription-api' });
  const app = await startSubscriptionApi(variables, { logger });
  const webhooks = `http://127.0.0.1:${port}${apiPrefix}${webhookPath}`;
  receive = (request) =>
    app.fetch(
      new URL(request.url).pathname === '/webhooks' ? new Request(webhooks, request) : request,
    );
  const { control } = platform;
  const { database } = app.shopContextOf(smallStore);
  const contracts: Subscription[] = [];
  const startedAt = control.clock.now();
  const shops = [smallStore, ...control.openStores(sizes.length - 1)];
  for (const [index, shop] of shops.entries()) {
    const context = { ...app.shopContextOf(shop), now: () => control.clock.now() };
    await approveVendor(database, { shop, status: 'active', simpleSubscription: true });
    const token = await platform.sessionToken(shop);
    const asked = new Request(`http://127.0.0.1:${port}${apiPrefix}/requested-scope`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    await app.fetch(asked);
    const listed = productsSchema.parse(
      await platform.graphql(shop, '{ products(first: 250) { nodes { id } } }'),
    );
    // Plenty of stock, because a sold-out product is tried again only on another day.
    const products = listed.data.products.nodes.map(({ id }) => originalIdOf(id));
    for (const id of products) {
      await control.act(shop, 'product', { productId: Number(id), inventoryQuantity: 1_000_000 });
    }
    // The numbered stores begin without customers and plans.
    if (shop !== smallStore) control.grow(shop, { groups: 1, orders: 12 });
    const plan = control.planEvery(shop, 1, 'WEEK');
    for (const id of control.contractIds(shop)) control.changeContract(shop, id, null);
    const [rotating = '', ...others] = products.slice(1);
    if (coffees > 0) {
      const rotation = {
        ...{ shop, productId: rotating, products: others.slice(0, coffees), version: 1 },
        ...{ createdAt: startedAt, savedAt: startedAt },
      };
      await database.insert(rotationTable).values(rotation);
      await database.insert(rotationVersionTable).values(rotation);
    }
    for (let number = 0; number < (sizes[index] ?? 0); number += 1) {
      const terms = {
        plan,
        ...(coffees > 0 && number % 10 === 9 && { product: Number(rotating) }),
      };
      contracts.push({ shop, id: control.subscribe(shop, startedAt, terms).contractId });
    }
    await database.insert(billingSettingsTable).values({ shop, wentLiveAt: startedAt });
    await beginMirror(context);
  }
  const [known] = contracts;
  if (known === undefined) throw new Error('There is no subscription.');
  let days = 0;
  let dueThrough = startedAt;
  let lostAnswers = 0;
  const cancelled = new Set<number>();
  return {
    variables,
    control,
    database,
    /** The first store's. */
    context: { ...app.shopContextOf(smallStore), now: () => control.clock.now(), actor: '1' },
    get lostAnswers() {
      return lostAnswers;
    },

    /** Whether the workers have read the subscriptions of every shop. */
    async isRead(): Promise<boolean> {
      const read = await database.$count(
        contractMirrorTable,
        isNotNull(contractMirrorTable.wholeAt),
      );
      return read === shops.length;
    },

    /** Moves the clock to an hour after all subscriptions' next orders are due. */
    async moveToNextDay(): Promise<void> {
      const { cycles } = await ledgerOf(platform, known, startedAt);
      const next = cycles.find(({ expectedAt }) => expectedAt > dueThrough);
      if (next === undefined) throw new Error('Nothing falls due within a year.');
      dueThrough = next.expectedAt;
      days += 1;
      await control.clock.moveTo(new Date(chargeTimeOf(dueThrough, schedule).getTime() + hour));
      // As after the night's sweep, so that no worker begins the morning by reading all contracts anew.
      const at = control.clock.now();
      await database
        .update(contractMirrorTable)
        .set({ updatedThrough: at, sweptAt: at, wholeAt: at });
    },

    /** The number of due orders that aren't made yet. */
    async countUncharged(): Promise<number> {
      const isOver = and(
        lte(cycleBillingTable.expectedAt, dueThrough),
        ne(cycleBillingTable.state, 'open'),
      );
      const ofThis = and(
        eq(cycleBillingTable.shop, subscriptionContractTable.shop),
        eq(cycleBillingTable.contractId, subscriptionContractTable.id),
        eq(cycleBillingTable.expectedAt, dueThrough),
      );
      // If the mirror learned of a cancellation before charging, the order isn't due and has no row.
      const isKnownCancelled = and(
        eq(subscriptionContractTable.status, 'CANCELLED'),
        notExists(database.select().from(cycleBillingTable).where(ofThis)),
      );
      return (
        contracts.length * days -
        (await database.$count(cycleBillingTable, isOver)) -
        (await database.$count(subscriptionContractTable, isKnownCancelled))
      );
    },

    /** The number of due orders, of one shop or all, that no worker has asked the platform to charge. */
    async countWaiting(shop?: string): Promise<number> {
      const isAskedFor = and(
        lte(cycleBillingTable.expectedAt, dueThrough),
        or(ne(cycleBillingTable.state, 'open'), eq(cycleBillingTable.reason, 'charging')),
        shop === undefined ? undefined : eq(cycleBillingTable.shop, shop),
      );
      const own = contracts.filter((one) => shop === undefined || one.shop === shop);
      return own.length * days - (await database.$count(cycleBillingTable, isAskedFor));
    },

    /** For an error message: the states and reasons of the due orders. */
    async whatWaits(): Promise<string> {
      const { state, reason } = cycleBillingTable;
      const rows = await database
        .select({ state, reason, count: count() })
        .from(cycleBillingTable)
        .where(lte(cycleBillingTable.expectedAt, dueThrough))
        .groupBy(state, reason);
      return rows.map((row) => `${row.count} ${row.state} (${row.reason})`).join(', ');
    },

    /** Every tenth customer cancels, and the platform sends no webhook about it. */
    cancelSome(): void {
      for (const { shop, id } of contracts.filter((_, index) => index % 10 === 9)) {
        control.changeContract(shop, id, { status: 'CANCELLED' });
        cancelled.add(id);
      }
    },

    loseAnswer(operation = 'ChargeCycle'): void {
      lostAnswers += 1;
      control.addFault({ kind: 'disconnect', afterExecution: true, operation });
    },

    isCancelled: (id: number) => cancelled.has(id),

    /** What one of a subscription's only product costs, by the platform. */
    async pricesOf(): Promise<Map<number, number>> {
      const prices = new Map<number, number>();
      for (const contract of contracts) {
        const { lines } = await ledgerOf(platform, contract, startedAt);
        prices.set(contract.id, lines[0]?.currentPrice.amount ?? 0);
      }
      return prices;
    },

    /** The variant that all subscriptions contain, by the tail of its id. */
    async variantOf(): Promise<string> {
      const { lines } = await ledgerOf(platform, known, startedAt);
      return originalIdOf(lines[0]?.variantId ?? '');
    },

    /** Moves the clock to a time of day at which people are awake, so many days before the next orders. */
    async moveBeforeNext(daysBefore: number): Promise<void> {
      const { cycles } = await ledgerOf(platform, known, startedAt);
      const next = cycles.find(({ expectedAt }) => expectedAt > dueThrough);
      if (next === undefined) throw new Error('Nothing falls due within a year.');
      const chargeAt = chargeTimeOf(next.expectedAt, schedule).getTime();
      await control.clock.moveTo(new Date(chargeAt + hour - daysBefore * 24 * hour));
      const at = control.clock.now();
      await database
        .update(contractMirrorTable)
        .set({ updatedThrough: at, sweptAt: at, wholeAt: at });
    },

    /** Moves the clock until workers repeat calls whose answer was lost. */
    async passTime(): Promise<void> {
      // Both workers' loops call this at the same time, and the clock makes its moves in turn.
      await control.clock.moveBy({ hours: 2 / 60 });
    },

    /** Ages a killed worker’s leases and jobs, so that another worker may take them over. */
    async forgetTheDead(): Promise<void> {
      await ageLeases(database, 180);
      await database.execute(
        sql`update jobs.job set started_on = started_on - interval '1 hour' where state = 'active'`,
      );
      await makeRetriesDue(database);
    },

    /**
     * Checks the platform's own records. Every due order must exist once, on its day and at its contract's price, and nothing else may.
     * Customers who cancelled must have no order of the last day.
     */
    async judge(): Promise<Verdict> {
      const problems: string[] = [];
      let orders = 0;
      let withoutOrder = 0;
      for (const contract of contracts) {
        const { cycles, attempts, price } = await ledgerOf(platform, contract, startedAt);
        orders += attempts.filter(({ order }) => order !== null).length;
        for (const { index, expectedAt } of cycles) {
          const key = `cadence/${contract.shop}/${contract.id}/${index}/`;
          const own = attempts.filter(({ idempotencyKey }) => idempotencyKey.startsWith(key));
          const made = own.filter(({ order }) => order !== null).length;
          const isCancelled =
            cancelled.has(contract.id) && expectedAt.getTime() === dueThrough.getTime();
          if (isCancelled) withoutOrder += 1;
          const wanted = expectedAt > dueThrough || isCancelled ? 0 : 1;
          const name = `${contract.shop}, contract ${contract.id}, cycle ${index}`;
          if (made !== wanted) problems.push(`${name}: ${made} orders instead of ${wanted}`);
          for (const { order } of own) {
            const amount = order?.totalPriceSet.shopMoney.amount ?? price;
            if (Math.round(amount * 100) !== Math.round(price * 100))
              problems.push(`${name}: ${amount} instead of ${price}`);
          }
          const earliest = chargeTimeOf(expectedAt, schedule);
          if (own.some(({ createdAt }) => createdAt < earliest))
            problems.push(`${name}: too early`);
        }
      }
      return { orders, cancelled: withoutOrder, problems };
    },

    async remove(): Promise<void> {
      await app.close();
      door.close();
      await platform.close();
      await temporary.remove();
    },
  };
}

type Subscription = { shop: string; id: number };

/** The platform's own data of a contract: its price, a year of cycles, and all attempts to charge it. */
async function ledgerOf(platform: LocalPlatformInTest, { shop, id }: Subscription, from: Date) {
  const to = new Date(from.getTime() + 365 * 24 * hour);
  const answer = await platform.graphql(shop, ledgerQuery, {
    id: `gid://shopify/SubscriptionContract/${id}`,
    from: from.toISOString(),
    to: to.toISOString(),
  });
  const { subscriptionContract, subscriptionBillingCycles } = ledgerSchema.parse(answer).data;
  const { lines, deliveryPrice, billingAttempts } = subscriptionContract;
  return {
    lines: lines.nodes,
    attempts: billingAttempts.nodes,
    price: lines.nodes.reduce(
      (sum, { quantity, currentPrice }) => sum + quantity * currentPrice.amount,
      deliveryPrice.amount,
    ),
    cycles: subscriptionBillingCycles.nodes.map(({ cycleIndex, billingAttemptExpectedDate }) => ({
      index: cycleIndex,
      expectedAt: billingAttemptExpectedDate,
    })),
  };
}
