import { and, desc, eq, inArray } from 'drizzle-orm';
import {
  type TimelineDetails,
  type TimelineKind,
  timelineDetailsSchema,
} from '#contract/timeline.ts';
import type { ShopContext } from '../../shop-context.ts';
import type { Database } from '../../store/database.ts';
import { timelineEntryTable as entries } from '../../store/schema.ts';

export type TimelineRow = typeof entries.$inferSelect;

/** Who did something. A merchant is told from the signed-in user of the context. */
export type TimelineActor =
  | { who: 'merchant' | 'customer' | 'cadence' | 'elsewhere' }
  | { who: 'scale'; name: string };

/** Something that was done to a contract, named by the numeric tail of its id. `why` is the reason that a person gave. */
export type TimelineEntry = {
  contract: string;
  kind: TimelineKind;
  by: TimelineActor;
  details?: TimelineDetails;
  why?: string | null;
};

/**
 * Adds an entry to a contract's timeline, at product time.
 * @param context its database is the transaction that writes what the entry tells, so that both are kept or neither
 */
export async function recordInTimeline(
  { database, shop, actor, now }: Pick<ShopContext, 'database' | 'shop' | 'actor' | 'now'>,
  { contract, kind, by, details = {}, why = null }: TimelineEntry,
): Promise<void> {
  const named = by.who === 'scale' ? by.name : by.who === 'merchant' ? actor : null;
  await database.insert(entries).values({
    ...{ shop, contractId: contract, at: now(), kind, who: by.who, named },
    details: timelineDetailsSchema.parse(details),
    why,
  });
}

/** The latest entries of a contract, the latest first. */
export async function listTimeline(
  database: Database,
  { shop, contract }: { shop: string; contract: string },
  most: number,
): Promise<TimelineRow[]> {
  return await database
    .select()
    .from(entries)
    .where(and(eq(entries.shop, shop), eq(entries.contractId, contract)))
    .orderBy(desc(entries.at), desc(entries.id))
    .limit(most);
}

/** Erases what was told of contracts. */
export async function forgetTimelines(
  database: Pick<Database, 'delete'>,
  shop: string,
  contracts: readonly string[],
): Promise<void> {
  await database
    .delete(entries)
    .where(and(eq(entries.shop, shop), inArray(entries.contractId, [...contracts])));
}
