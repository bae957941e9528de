import { and, eq, getTableColumns, gte, inArray, sql } from 'drizzle-orm';
import type { ListQuery } from '#contract/pagination.ts';
import {
  type TimelineDetails,
  type TimelineKind,
  timelineDetailsSchema,
} from '#contract/timeline.ts';
import { keysetPage } from '../../lists/keyset.ts';
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
  /** When it was begun, where that is known: what was found `elsewhere` before is another change. */
  begunAt?: Date;
};

/** A webhook may tell of a change before the one who made it does. */
const overtakenWithin = 10 * 60_000;

const ofDay = (day: string | undefined) =>
  sql`coalesce(${entries.details} ->> 'day', '') = ${day ?? ''}`;

/** The kinds of entries that tell something: an order that is moved up to be charged is moved for it. */
const tellingKinds = (kind: TimelineKind): TimelineKind[] =>
  kind === 'moved' ? ['moved', 'hastened'] : [kind];

/** The kinds of what an entry tells. */
const toldKinds = (kind: TimelineKind): TimelineKind[] =>
  kind === 'hastened' ? ['hastened', 'moved'] : [kind];

/** Whether something was told of a contract since a time, by its `day` where it is about an order, and with these details; as done by whomever, or by `who`. */
export async function wasRecorded(
  { database, shop }: Pick<ShopContext, 'database' | 'shop'>,
  {
    contract,
    kind,
    day,
    details = {},
    who,
    since,
  }: Pick<TimelineEntry, 'contract' | 'kind'> & {
    day: string | undefined;
    details?: TimelineDetails;
    who?: TimelineActor['who'];
    since: Date;
  },
): Promise<boolean> {
  const which = and(
    eq(entries.shop, shop),
    eq(entries.contractId, contract),
    gte(entries.at, since),
    inArray(entries.kind, tellingKinds(kind)),
    who && eq(entries.who, who),
    ofDay(day),
    sql`${entries.details} @> ${JSON.stringify(timelineDetailsSchema.parse(details))}::jsonb`,
  );
  return (await database.$count(entries, which)) > 0;
}

/** Whether a contract was made from a file that a merchant imported. */
export async function wasImported(
  { database, shop }: Pick<ShopContext, 'database' | 'shop'>,
  contract: string,
): Promise<boolean> {
  const which = and(
    ...[eq(entries.shop, shop), eq(entries.contractId, contract)],
    eq(entries.kind, 'imported'),
  );
  return (await database.$count(entries, which)) > 0;
}

/**
 * Adds an entry to a contract's timeline, at product time. It takes the place of the same one that was found `elsewhere` since it was begun.
 * @param context its database is the transaction that writes what the entry tells, so that both are kept or neither
 */
export async function recordInTimeline(
  { database, shop, actor, now }: Pick<ShopContext, 'database' | 'shop' | 'actor' | 'now'>,
  { contract, kind, by, details = {}, why = null, begunAt }: TimelineEntry,
): Promise<void> {
  const told = timelineDetailsSchema.parse(details);
  if (by.who !== 'elsewhere') {
    await database.delete(entries).where(
      and(
        eq(entries.shop, shop),
        eq(entries.contractId, contract),
        gte(entries.at, begunAt ?? new Date(now().getTime() - overtakenWithin)),
        inArray(entries.kind, toldKinds(kind)),
        eq(entries.who, 'elsewhere'),
        ofDay(details.day),
        sql`coalesce(${entries.details} ->> 'subject', '') = ${told.subject ?? ''}`,
        // What it was before tells one change from the next.
        sql`coalesce(${entries.details} ->> 'from', '') = ${told.from ?? ''}`,
      ),
    );
  }
  const named = by.who === 'scale' ? by.name : by.who === 'merchant' ? actor : null;
  await database.insert(entries).values({
    ...{ shop, contractId: contract, at: now(), kind, who: by.who, named },
    details: told,
    why,
  });
}

/** Forgets days that were found to be moved or skipped since a time: they follow from what is told in their place. */
export async function takeOverFound(
  { database, shop }: Pick<ShopContext, 'database' | 'shop'>,
  { contract, since }: { contract: string; since: Date },
): Promise<void> {
  await database
    .delete(entries)
    .where(
      and(
        eq(entries.shop, shop),
        eq(entries.contractId, contract),
        gte(entries.at, since),
        eq(entries.who, 'elsewhere'),
        inArray(entries.kind, ['moved', 'skipped', 'unskipped']),
      ),
    );
}

const historyId = sql<string>`('2 ' || lpad(${entries.id}::text, 19, '0')) collate "C"`;

/** A page of a contract's entries, the latest first, each with its id in the contract's history. */
export async function listTimeline(
  { database, shop }: Pick<ShopContext, 'database' | 'shop'>,
  contract: string,
  query: Pick<ListQuery, 'first' | 'after'>,
): Promise<(TimelineRow & { historyId: string })[]> {
  const page = keysetPage(query, entries.at, historyId);
  return await database
    .select({ ...getTableColumns(entries), historyId })
    .from(entries)
    .where(and(eq(entries.shop, shop), eq(entries.contractId, contract), page.where))
    .orderBy(page.orderBy)
    .limit(page.limit);
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
