import { join } from 'node:path';
import type { Logger } from 'pino';
import type { AppIdentity, Context } from '../graphql/context.ts';
import type { PointBucket } from '../graphql/point-bucket.ts';
import { Mailbox } from '../mail/mailbox.ts';
import { numberedStore, type StoreSeed, storeSeeds } from '../seed/stores.ts';
import { ShipStation } from '../shipstation/ship-station.ts';
import { Store } from '../store/store.ts';
import { Clock } from './clock.ts';
import { Faults } from './faults.ts';
import { Scenarios } from './scenarios.ts';
import { Uploads } from './uploads.ts';
import { Webhooks } from './webhooks.ts';

/** One GraphQL call that the backend got, for tests that count calls. Variables are left out: they may be personal. */
export type ReceivedOperation = {
  shop: string;
  /** The operation's own name, or null. */
  operation: string | null;
  rootFields: string[];
  status: number;
  milliseconds: number;
};

const rememberedOperations = 10_000;
const usualProcessing = 200;

/** An app's credentials; some stores may have their own. Several secrets have commas between, the newest first. */
export type Credentials = { apiKey: string; apiSecret: string };

export type PlatformOptions = {
  /** Stores keep their files in here. */
  folder: string;
  appUrl: string;
  credentials: Credentials;
  /** By a store's domain; where a store is missing it uses `credentials`. */
  credentialsByShop?: Readonly<Record<string, Credentials>>;
  /** What a new store has granted the app. */
  scopes: readonly string[];
  logger: Logger;
};

/** The platform's state: its stores, its clock, and what tests have told it to do wrong. */
export class Platform {
  readonly clock = new Clock();
  readonly faults = new Faults();
  readonly scenarios = new Scenarios();
  /** What a store's user may do, by its domain; everything where missing. */
  readonly merchantRights = new Map<string, readonly string[]>();
  /** The app's secrets in place of those that it was started with. */
  secrets: string | undefined;
  /** With which secret the app got an access token: it ends with the secret. */
  readonly secretsOfTokens = new Map<string, string>();
  /** The points of stores whose calls are counted, by their domains. */
  readonly pointBuckets = new Map<string, PointBucket>();
  readonly webhooks = new Webhooks(this);
  readonly shipStation: ShipStation;
  readonly mailbox = new Mailbox();
  readonly logger: Logger;
  /** The admin's origin; known once its server listens. */
  adminUrl = 'https://admin.localhost';
  /** The backend's origin; likewise. */
  backendUrl = 'http://127.0.0.1';
  readonly uploads: Uploads;
  /** How long it takes until a new file is ready. */
  processingMilliseconds = usualProcessing;
  #received: ReceivedOperation[] = [];
  readonly #options: PlatformOptions;
  readonly #stores = new Map<string, Store>();

  constructor(options: PlatformOptions) {
    this.#options = options;
    this.logger = options.logger;
    this.shipStation = new ShipStation(join(options.folder, 'shipstation.jsonl'));
    this.uploads = new Uploads(options.folder);
    for (const seed of storeSeeds) this.#open(seed);
  }

  #open(seed: StoreSeed): Store {
    const { folder, scopes } = this.#options;
    const store = new Store(join(folder, 'stores', `${seed.handle}.jsonl`), (transaction) =>
      seed.plant(transaction, scopes, this.clock.now()),
    );
    this.#stores.set(seed.handle, store);
    return store;
  }

  /** Opens so many small stores beside those that are always there, until the platform ends. */
  openNumberedStores(count: number): string[] {
    return Array.from({ length: count }, (_, index) => this.#open(numberedStore(index + 1)).domain);
  }

  get stores(): Store[] {
    return [...this.#stores.values()];
  }

  storeByHandle(handle: string): Store | undefined {
    return this.#stores.get(handle);
  }

  /** Finds a store by its domain, such as `roast-and-ritual.myshopify.com`. */
  storeByDomain(domain: string): Store | undefined {
    return this.stores.find((store) => store.domain === domain);
  }

  /** The app as one store knows it. */
  appOf(store: Store): AppIdentity {
    const { appUrl, credentials, credentialsByShop } = this.#options;
    const { apiKey, apiSecret } = credentialsByShop?.[store.domain] ?? credentials;
    const apiSecrets = (this.secrets ?? apiSecret).split(',');
    return {
      apiKey,
      apiSecrets,
      apiSecret: apiSecrets.at(-1) ?? '',
      name: 'Cadence',
      handle: 'cadence',
      url: appUrl,
    };
  }

  /** What an operation of a store runs with. Without scopes it is the admin's own. */
  contextOf(store: Store, scopes: ReadonlySet<string> | null): Context {
    return {
      store,
      app: this.appOf(store),
      scopes,
      picturesUrl: `${this.adminUrl}/pictures`,
      storefrontUrl: `${this.adminUrl}/storefront/${store.shop.handle}`,
      filesUrl: `${this.adminUrl}/files`,
      files: this.uploads.filesOf(store, this.backendUrl, this.clock.now()),
      processingMilliseconds: this.processingMilliseconds,
      now: () => this.clock.now(),
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

  /** Back to the seed: stores, clock, faults, scenarios and the log of calls. */
  reset(): void {
    this.clock.setOffset(0);
    this.faults.clear();
    this.scenarios.end();
    this.merchantRights.clear();
    this.secrets = undefined;
    this.secretsOfTokens.clear();
    this.pointBuckets.clear();
    this.forgetReceived();
    this.webhooks.forget();
    this.shipStation.reset();
    this.uploads.clear();
    this.processingMilliseconds = usualProcessing;
    this.mailbox.reset();
    for (const seed of storeSeeds) {
      this.#stores
        .get(seed.handle)
        ?.reset((transaction) => seed.plant(transaction, this.#options.scopes, this.clock.now()));
    }
  }

  close(): void {
    this.shipStation.close();
    for (const store of this.stores) store.close();
  }
}
