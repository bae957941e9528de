import type { platformInProcess } from '#services/local-platform/testing.ts';
import type { ShopContext } from '../../shop-context.ts';
import type { Database } from '../../store/database.ts';
import type { Chance } from './chance.ts';
import type { FaultKind } from './faults.ts';
import type { Usage } from './plans.ts';

/** A subscription, as the platform has it. */
export type Contract = ReturnType<
  ReturnType<ReturnType<typeof platformInProcess>['storeOf']>['tables']['contracts']['all']
>[number];

export type Opened = { shop: string; contractId: number; paymentMethodId: number };

/** A period in which a contract, a shop's billing or the whole app stood still; `to` is null while it lasts. */
export type Period = {
  of: string;
  from: Date;
  to: Date | null;
  /** Billing stopped by itself. */
  isFault?: boolean;
  /** The store's day on which a pause ends by itself. */
  until?: string | undefined;
};

/** The simulated year as its parts act in it. */
export type World = {
  chance: Chance;
  database: Database;
  platform: ReturnType<typeof platformInProcess>;
  shops: readonly string[];
  opened: readonly Opened[];
  /** Has everything happen to a subscription that happens to those that were opened. */
  join(opened: Opened): void;
  usage: ReadonlyMap<number, Usage>;
  now(): Date;
  contextOf(shop: string): ShopContext;
  fault(kind: FaultKind, about?: string): void;
  note(text: string): void;
  afterDays(count: number, run: () => Promise<void> | void): void;
  /** Tells that from now on a subscription is paused, until it is resumed or a day of its store has come; or no longer. */
  stand(contractId: number, until?: string): void;
  goOn(contractId: number): void;
  /** Tells that a subscription was canceled, and has another one begin. */
  end(contractId: number): void;
  /** Tells of a price that was set by hand, or set back to what it was before; null for the plan's. */
  priced(contractId: number, price: string | null, isBack?: boolean): void;
  moved(contractId: number, cycleIndex: number): void;
  /** Tells that a merchant has an order charged. */
  decided(contractId: number, cycleIndex: number): void;
  /** Tells of anything that may change what a subscription's coming orders hold, or when they are, and whether the platform's webhook tells of it. */
  touch(contractId: number, isHeard?: boolean): void;
  /** Has the next worker die that changes many subscriptions. */
  interruptMany(): void;
  pauseFor(contract: Opened, days: number): Promise<void>;
  /** Whether webhooks get lost or come late these days. */
  losesWebhooks(): boolean;
  /** Tells that no webhooks are sent for so many days. */
  loseWebhooks(days: number): void;
  /** Whether a backup is there that will be restored. */
  hasBackup(): boolean;
  /** Opens the app in a shop, as its merchant does, which has it get new tokens where it has none. */
  openApp(shop: string): Promise<void>;
  /** Whether the platform lets nobody into a shop, or the app may not charge there. */
  isShut(shop: string): boolean;
  isSoldOut(shop: string): boolean;
  /** Asks the app over HTTP, at a path below its API. Null if the process that was asked died, at its `diesAt`th call. */
  ask(path: string, init: RequestInit, diesAt?: number): Promise<Response | null>;
  /** The text of the last email that contains this, to the customer of a store if one is given; null if there is none. */
  lastMailWith(part: string, store?: number): string | null;
};

/** What may happen on a day, and how probably. */
export type Happenings = Record<string, [perDay: number, () => Promise<void> | void]>;
