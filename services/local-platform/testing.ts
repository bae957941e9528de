import { pino } from 'pino';
import { accessScopes } from '#process/access-scopes.ts';
import { executeOperation, type OperationAnswer } from './graphql/execute.ts';
import { installApp, setGrantedScopes } from './oauth/installation.ts';
import { mintSessionToken } from './oauth/session-tokens.ts';
import { type Growth, growStore } from './seed/grow.ts';
import { createBackend } from './server/backend.ts';
import { type FaultInput, faultSchema } from './server/faults.ts';
import { startPlatform } from './server/local-platform.ts';
import { Platform, type ReceivedOperation } from './server/platform.ts';
import { type ScenarioInput, scenarioBoundsSchema } from './server/qa.ts';
import { controlActions } from './server/store-actions.ts';
import { type WebhookFaultInput, webhookFaultSchema } from './server/webhook-faults.ts';
import type { Delivery, WebhookTopic } from './server/webhooks.ts';
import { accounts } from './shipstation/accounts.ts';
import type { OrderStatus } from './shipstation/orders.ts';
import type { Contract } from './store/records.ts';
import type { Store } from './store/store.ts';
import { planEvery, subscribe } from './test-subscriptions.ts';

export type { Delivery, FaultInput, Growth, ReceivedOperation, ScenarioInput, WebhookTopic };

export const shipStationAccounts = accounts;

export type LocalPlatformInTest = {
  platformUrl: string;
  adminUrl: string;
  smtpUrl: string;
  /** A session token of the shop's owner, valid by the platform's machine clock. */
  sessionToken(shop: string): Promise<string>;
  /** Executes an operation with these scopes, or without them as the admin, who may do anything. */
  graphql(
    shop: string,
    query: string,
    variables?: Record<string, unknown>,
    scopes?: readonly string[],
  ): Promise<OperationAnswer>;
  control: ReturnType<typeof controlOf>;
  close(): Promise<void>;
};

/**
 * Starts the local platform inside a test's process, by default on free ports. Only tests may import this module; the data folder should be
 * temporary.
 */
export async function startLocalPlatform(options: {
  dataDirectory: string;
  apiKey: string;
  apiSecret: string;
  appUrl: string;
  adminPort?: number;
  platformPort?: number;
  /** The scopes that the seeded stores have granted; by default all that the app asks for. */
  scopes?: readonly string[];
  credentialsByShop?: Readonly<Record<string, { apiKey: string; apiSecret: string }>>;
}): Promise<LocalPlatformInTest> {
  const { platform, adminUrl, platformUrl, smtpUrl, close } = await startPlatform({
    adminPort: options.adminPort ?? 0,
    platformPort: options.platformPort ?? 0,
    dataDirectory: options.dataDirectory,
    credentials: { apiKey: options.apiKey, apiSecret: options.apiSecret },
    ...(options.credentialsByShop && { credentialsByShop: options.credentialsByShop }),
    appUrl: options.appUrl,
    scopes: options.scopes ?? accessScopes,
    logger: pino({ level: 'silent' }),
  });
  const storeOf = (shop: string) => storeIn(platform, shop);
  return {
    platformUrl,
    adminUrl,
    smtpUrl,
    close,
    async sessionToken(shop) {
      const store = storeOf(shop);
      return await mintSessionToken(store, platform.appOf(store), platform.machineClock.now());
    },
    async graphql(shop, query, variables, scopes) {
      const context = platform.contextOf(storeOf(shop), scopes ? new Set(scopes) : null);
      return await executeOperation({ query, variables }, context);
    },
    control: controlOf(platform),
  };
}

/**
 * The platform without servers. Its clock stands still except for moves, so that a simulation repeats in the same order. `fetch` takes
 * `http://localhost/{shop}/path` for `https://{shop}/path`.
 */
export function platformInProcess(options: {
  dataDirectory: string;
  apiKey: string;
  apiSecret: string;
  startsAt: Date;
  /** How many small stores to open beside the seeded ones. */
  moreStores: number;
  callApp: (request: Request) => Promise<Response>;
}) {
  const platform = new Platform({
    folder: options.dataDirectory,
    appUrl: 'http://app',
    credentials: { apiKey: options.apiKey, apiSecret: options.apiSecret },
    scopes: accessScopes,
    logger: pino({ level: 'silent' }),
    standsAt: options.startsAt,
    callApp: options.callApp,
  });
  platform.openNumberedStores(options.moreStores);
  const backend = createBackend(platform);
  const storeOf = (shop: string) => storeIn(platform, shop);
  return {
    control: controlOf(platform),
    shops: platform.stores.map(({ domain }) => domain),
    storeOf,
    planEvery: (...terms: PlanTerms) =>
      planEvery(storeOf(platform.stores[0]?.domain ?? ''), ...terms),
    sessionToken: async (shop: string) => {
      const store = storeOf(shop);
      return await mintSessionToken(store, platform.appOf(store), platform.machineClock.now());
    },
    graphql: async (shop: string, query: string, variables: Record<string, unknown>) =>
      await executeOperation({ query, variables }, platform.contextOf(storeOf(shop), null)),
    async fetch(request: Request): Promise<Response> {
      const cut = new AbortController();
      const response = await backend.fetch(request, { disconnect: () => cut.abort() });
      if (cut.signal.aborted) throw new TypeError('fetch failed');
      return response;
    },
    close: () => platform.close(),
  };
}

type PlanTerms = Parameters<typeof planEvery> extends [unknown, ...infer Terms] ? Terms : never;

function storeIn(platform: Platform, shop: string): Store {
  const store = platform.storeByDomain(shop);
  if (store === undefined) throw new Error(`There is no store ${shop}.`);
  return store;
}

/** The same as /control, in process. Shops are domains. */
function controlOf(platform: Platform) {
  const storeOf = (shop: string) => storeIn(platform, shop);
  return {
    addFault: (fault: FaultInput) => platform.faults.add(faultSchema.parse(fault)),
    clearFaults: () => platform.faults.clear(),
    /** Loses, doubles or delays announced webhooks. */
    addWebhookFault: (fault: WebhookFaultInput) =>
      platform.webhooks.faults.add(webhookFaultSchema.parse(fault)),
    clearWebhookFaults: () => platform.webhooks.faults.clear(),
    /** Starts a scenario; by default for all shops, until it's ended. `shop` is a domain. */
    startScenario: (name: string, bounds: ScenarioInput = {}) => {
      if (!platform.scenarios.start(name, scenarioBoundsSchema.parse(bounds))) {
        throw new Error(`There is no scenario ${name}.`);
      }
    },
    endScenarios: () => platform.scenarios.end(),
    /** Product time; see {@link Clock}. */
    clock: platform.clock,
    /** Sets how far the clock of tokens and rate limits is ahead of the machine's, in seconds. */
    setMachineClockOffset: (seconds: number) => platform.machineClock.setOffset(seconds),
    setScopes: (shop: string, scopes: readonly string[]) => setGrantedScopes(storeOf(shop), scopes),
    /** Sets the app's secrets, the newest first, separated by commas. Access tokens that came with another secret end. */
    setSecrets: (secrets: string) => {
      platform.secrets = secrets;
    },
    grow: (shop: string, growth: Growth) => growStore(storeOf(shop), growth, platform.clock.now()),
    openStores: (count: number) => platform.openNumberedStores(count),
    /** Sets whether the shop's shipping is set up by market, which freezes the merchant's own profiles. */
    setMarketDrivenShipping: (shop: string, marketDrivenShipping: boolean) =>
      storeOf(shop).transact((transaction) => transaction.updateShop({ marketDrivenShipping })),
    /** A plan of the shop with other terms. */
    planEvery: (shop: string, ...terms: PlanTerms) => planEvery(storeOf(shop), ...terms),
    /** Makes a customer's subscription like a checkout's; returns the numbers of its contract and payment method. */
    subscribe: (shop: string, createdAt: Date, terms: Parameters<typeof subscribe>[2] = {}) => {
      const { contract, method } = subscribe(storeOf(shop), createdAt, terms);
      return { contractId: contract.id, paymentMethodId: method.id };
    },
    contractIds: (shop: string) =>
      storeOf(shop)
        .tables.contracts.all()
        .map(({ id }) => id),
    /** Changes a contract without telling the app, as if its webhook were lost; null deletes the contract. */
    changeContract: (
      shop: string,
      id: number,
      change: Partial<Contract> | ((contract: Contract) => Partial<Contract>) | null,
    ) =>
      storeOf(shop).transact((transaction) => {
        const contract = storeOf(shop).tables.contracts.get(id);
        if (change === null) transaction.remove('contracts', id);
        else if (contract !== undefined) {
          const changes = typeof change === 'function' ? change(contract) : change;
          transaction.put('contracts', { ...contract, ...changes });
        }
      }),
    sendWebhook: (shop: string, topic: WebhookTopic, customerId?: number) =>
      platform.webhooks.send(storeOf(shop), topic, customerId),
    /** Repeats an earlier webhook; null if none has that id. */
    sendWebhookAgain: (shop: string, id: string) => platform.webhooks.sendAgain(storeOf(shop), id),
    /** Ends every token of the shop and sends `app/uninstalled`. */
    uninstall: (shop: string) => {
      platform.uninstall(storeOf(shop));
      return platform.webhooks.send(storeOf(shop), 'app/uninstalled');
    },
    /** Does `POST /control/{name}` with the shop, for instance `theme` or `another-app`. */
    act: async (shop: string, name: string, body: object) => {
      const answer = await controlActions[name]?.(platform, storeOf(shop), body);
      if (answer?.status !== 200) throw new Error(`${name}: ${JSON.stringify(answer?.body)}`);
      return answer.body;
    },
    /** The orders that a ShipStation account has received, the latest first. */
    shipStationOrders: (account: (typeof accounts)[number]) =>
      platform.shipStation.ordersOf(account),
    /** Changes an order, like a user of ShipStation. */
    changeShipStationOrder: (
      orderId: number,
      change: { orderStatus?: OrderStatus; mergedOrSplit?: boolean },
    ) => platform.shipStation.change(orderId, change, platform.clock.now()),
    /** The emails in the mailbox, newest first. */
    mails: () => platform.mailbox.mails,
    /** Empties the mailbox, and makes the mail server accept every mail again. */
    forgetMails: () => platform.mailbox.reset(),
    install: (shop: string) => installApp(storeOf(shop)),
    requests: (shop?: string) =>
      platform.received.filter((operation) => shop === undefined || operation.shop === shop),
    clearRequests: () => platform.forgetReceived(),
    reset: () => platform.reset(),
  };
}
