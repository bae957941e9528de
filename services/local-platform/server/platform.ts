import { join } from 'node:path';
import type { Logger } from 'pino';
import type { AppIdentity, Context } from '../graphql/context.ts';
import type { LeakyBucket } from '../graphql/leaky-bucket.ts';
import { type Cashier, resumeAttempts } from '../graphql/subscriptions/process-attempt.ts';
import { Mailbox } from '../mail/mailbox.ts';
import { uninstallApp } from '../oauth/installation.ts';
import { numberedStore, type StoreSeed, storeSeeds } from '../seed/stores.ts';
import { ShipStation } from '../shipstation/ship-station.ts';
import { Store, type Transaction } from '../store/store.ts';
import type { AttemptLimit } from './attempt-limit.ts';
import { Clock } from './clock.ts';
import { Faults } from './faults.ts';
import { MachineClock } from './machine-clock.ts';
import { Scenarios } from './scenarios.ts';
import { cancelAfterUninstall } from './uninstalled-contracts.ts';
import { Uploads } from './uploads.ts';
import { Webhooks } from './webhooks.ts';

/** A GraphQL call to the backend, for tests that count calls. It has no variables, because they may be personal. */
export type ReceivedOperation = {
  shop: string;
  /** The operation's own name; null if it has none. */
  operation: string | null;
  rootFields: string[];
  /** The requested cost, in points. */
  cost: number;
  /** The points that it really took. */
  spent: number;
  status: number;
  milliseconds: number;
};

const rememberedOperations = 10_000;
const usualProcessing = 200;
const usualCharge = 1_000;

/** An app's credentials. `apiSecret` may list several, the newest first, separated by commas. */
export type Credentials = { apiKey: string; apiSecret: string };

type PlatformOptions = {
  folder: string;
  appUrl: string;
  credentials: Credentials;
  /** By a store's domain; other stores use `credentials`. */
  credentialsByShop?: Readonly<Record<string, Credentials>>;
  scopes: readonly string[];
  /** How many subscribers the established store starts with; by default none. */
  subscribers?: number;
  logger: Logger;
  /** The machine's time in ms, on which product time is based. */
  machineNow?: () => number;
  /** Product time stands still here except for moves, as a simulation needs it. */
  standsAt?: Date;
  /** How to call the app; by default over HTTP. */
  callApp?: (request: Request) => Promise<Response>;
};

/** The platform's state: its stores, its clocks, and the faults and scenarios that tests have set. */
export class Platform {
  readonly clock: Clock;
  /** The time for tokens and rate limits. */
  readonly machineClock = new MachineClock();
  readonly faults = new Faults();
  readonly scenarios = new Scenarios();
  /** The access scopes of a store's user, by its domain; by default those granted to the app. */
  readonly merchantRights = new Map<string, readonly string[]>();
  /** Replaces the app's secrets, if set. */
  secrets: string | undefined;
  /** The secret with which the app got each access token; a token ends with its secret. */
  readonly secretsOfTokens = new Map<string, string>();
  /** Limits of query costs, by a store's domain; by default none. */
  readonly leakyBuckets = new Map<string, LeakyBucket>();
  readonly webhooks = new Webhooks(this);
  readonly shipStation: ShipStation;
  readonly mailbox = new Mailbox();
  readonly logger: Logger;
  /** The admin's origin; known once its server listens. */
  adminUrl = 'https://admin.localhost';
  /** The backend's origin; known once its server listens. */
  backendUrl = 'http://127.0.0.1';
  readonly uploads: Uploads;
  /** How long a new file takes to become ready, in product time. */
  processingMilliseconds = usualProcessing;
  /** How long a charge takes, in product time. */
  chargeMilliseconds = usualCharge;
  /** Limits of charges per minute, by a store's domain; by default none. */
  readonly attemptLimits = new Map<string, AttemptLimit>();
  #received: ReceivedOperation[] = [];
  readonly callApp: (request: Request) => Promise<Response>;
  readonly #options: PlatformOptions;
  readonly #stores = new Map<string, { seed: StoreSeed; store: Store }>();

  constructor(options: PlatformOptions) {
    this.#options = options;
    this.logger = options.logger;
    this.callApp = options.callApp ?? ((request) => fetch(request));
    const { standsAt } = options;
    this.clock = new Clock({
      ...(standsAt === undefined
        ? { file: join(options.folder, 'clock.json') }
        : { machineNow: () => standsAt.getTime(), standsStill: true }),
      ...(options.machineNow && { machineNow: options.machineNow }),
      report: (error) => this.logger.error({ err: error }, 'what was due has failed'),
    });
    this.shipStation = new ShipStation(join(options.folder, 'shipstation.jsonl'));
    this.uploads = new Uploads(options.folder);
    for (const seed of storeSeeds) this.#open(seed);
  }

  #open(seed: StoreSeed): Store {
    const open = this.storeByHandle(seed.handle);
    if (open !== undefined) return open;
    const { folder } = this.#options;
    const store = new Store(join(folder, 'stores', `${seed.handle}.jsonl`), (transaction) =>
      this.#plant(seed, transaction),
    );
    this.#stores.set(seed.handle, { seed, store });
    this.#resume(store);
    return store;
  }

  #plant(seed: StoreSeed, transaction: Transaction): void {
    const { scopes, subscribers } = this.#options;
    seed.plant(transaction, scopes, this.clock.now(), subscribers);
  }

  /** Schedules the work that a store's data still asks for. */
  #resume(store: Store): void {
    resumeAttempts(this.cashierOf(store), (at, run) => this.clock.schedule(at, run));
    cancelAfterUninstall(store, this.clock);
  }

  uninstall(store: Store): void {
    uninstallApp(store, this.clock.now());
    cancelAfterUninstall(store, this.clock);
  }

  /** The parts of the platform that a store's charges need. */
  cashierOf(store: Store): Cashier {
    return {
      store,
      now: () => this.clock.now(),
      announce: ({ topic, body }) => this.webhooks.announce(store, topic, body),
    };
  }

  /** Opens that many small stores in addition, until the platform stops. */
  openNumberedStores(count: number): string[] {
    return Array.from({ length: count }, (_, index) => this.#open(numberedStore(index + 1)).domain);
  }

  get stores(): Store[] {
    return [...this.#stores.values()].map(({ store }) => store);
  }

  storeByHandle(handle: string): Store | undefined {
    return this.#stores.get(handle)?.store;
  }

  /** Finds a store by its domain, such as `roast-and-ritual.myshopify.com`. */
  storeByDomain(domain: string): Store | undefined {
    return this.stores.find((store) => store.domain === domain);
  }

  /** The app with the credentials that it has in this store. */
  appOf(store: Store): AppIdentity {
    const { appUrl, credentials, credentialsByShop } = this.#options;
    const { apiKey, apiSecret } = credentialsByShop?.[store.domain] ?? credentials;
    const apiSecrets = this.#secretsOf(apiSecret);
    return {
      apiKey,
      apiSecrets,
      apiSecret: apiSecrets.at(-1) ?? '',
      name: 'Cadence',
      handle: 'cadence',
      url: appUrl,
    };
  }

  #secretsOf(apiSecret: string): string[] {
    return (this.secrets ?? apiSecret).split(',');
  }

  /** The app's address, and the secret that signs requests which belong to no store. */
  get app(): { url: string; apiSecret: string } {
    const { appUrl, credentials } = this.#options;
    return { url: appUrl, apiSecret: this.#secretsOf(credentials.apiSecret).at(-1) ?? '' };
  }

  /** The context of an operation; null scopes make it run as the admin itself. */
  contextOf(store: Store, scopes: ReadonlySet<string> | null): Context {
    return {
      app: this.appOf(store),
      scopes,
      picturesUrl: `${this.adminUrl}/pictures`,
      storefrontUrl: `${this.adminUrl}/storefront/${store.shop.handle}`,
      filesUrl: `${this.adminUrl}/files`,
      files: this.uploads.filesOf(store, this.backendUrl, this.clock.now()),
      processingMilliseconds: this.processingMilliseconds,
      chargeMilliseconds: this.chargeMilliseconds,
      ...this.cashierOf(store),
      sendMail: (mail) => this.mailbox.put(store.shop, mail, this.clock.now()),
      schedule: (at, run) => void this.clock.schedule(at, run),
      takeAttempt: () => this.attemptLimits.get(store.domain)?.take(this.clock.now()) ?? true,
      report: (error) =>
        this.logger.error({ err: error, shop: store.domain }, 'an operation failed'),
    };
  }

  get received(): readonly ReceivedOperation[] {
    return this.#received;
  }

  receive(operation: ReceivedOperation): void {
    if (this.#received.length >= rememberedOperations) this.#received.shift();
    this.#received.push(operation);
  }

  forgetReceived(): void {
    this.#received = [];
  }

  /** Resets everything to the seed: stores, clocks, faults, scenarios, webhooks, uploads, emails, limits and the log of calls. */
  reset(): void {
    this.clock.reset();
    this.machineClock.setOffset(0);
    this.faults.clear();
    this.scenarios.end();
    this.merchantRights.clear();
    this.secrets = undefined;
    this.secretsOfTokens.clear();
    this.leakyBuckets.clear();
    this.forgetReceived();
    this.webhooks.forget();
    this.shipStation.reset();
    this.uploads.clear();
    this.processingMilliseconds = usualProcessing;
    this.chargeMilliseconds = usualCharge;
    this.attemptLimits.clear();
    this.mailbox.reset();
    for (const { seed, store } of this.#stores.values()) {
      store.reset((transaction) => this.#plant(seed, transaction));
      this.#resume(store);
    }
  }

  close(): void {
    this.clock.close();
    this.webhooks.forget();
    this.shipStation.close();
    for (const store of this.stores) store.close();
  }
}
