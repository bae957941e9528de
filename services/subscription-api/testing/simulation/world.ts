import type { platformInProcess } from '#services/local-platform/testing.ts';
import type { ShopContext } from '../../shop-context.ts';
import type { Database } from '../../store/database.ts';
import type { Chance } from './chance.ts';
import type { FaultKind } from './faults.ts';
import type { Usage } from './plans.ts';

export type Opened = { shop: string; contractId: number; paymentMethodId: number };

/** The simulated year as its parts act in it. */
export type World = {
  chance: Chance;
  database: Database;
  platform: ReturnType<typeof platformInProcess>;
  shops: readonly string[];
  opened: readonly Opened[];
  usage: ReadonlyMap<number, Usage>;
  now(): Date;
  contextOf(shop: string): ShopContext;
  fault(kind: FaultKind, about?: string): void;
  note(text: string): void;
  afterDays(count: number, run: () => Promise<void>): void;
  pauseFor(contract: Opened, days: number): Promise<void>;
  isSoldOut(shop: string): boolean;
  /** Asks the app over HTTP, at a path below its API. Null if the process that was asked died, at its `diesAt`th call. */
  ask(path: string, init: RequestInit, diesAt?: number): Promise<Response | null>;
  /** The text of the last email that contains this; null if there is none. */
  lastMailWith(part: string): string | null;
};

/** What may happen on a day, and how probably. */
export type Happenings = Record<string, [perDay: number, () => Promise<void> | void]>;
