import { randomUUID } from 'node:crypto';
import { and, eq, gt, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { type Place, prepared } from './prepared.ts';
import { leaseTable as leases } from './schema.ts';

/** Names something that one process at a time may work on: a shop's orders, one of its groups, a key. */
export type LeaseName = { shop: string; name: string };

/** The right to work on something. One process at a time has it. */
export type Lease = {
  /**
   * Extends the lease, and writes in the same transaction.
   * @returns false, with nothing written, if the lease is over and another process may have it
   */
  keep(write?: (database: Database) => Promise<void>): Promise<boolean>;
  /**
   * Gives the lease back, and writes in the same transaction. Returns the same as `keep`. Without a write it never throws: the lease runs out by
   * itself, and the caller needs to hear the outcome of the work. Further calls do nothing once the lease was given back.
   */
  end(write?: (database: Database) => Promise<void>): Promise<boolean>;
};

const pollMilliseconds = 50;

const own = { holder: leases.holder };

/** Goes by the database's clock alone, because those of two instances may be minutes apart. */
const isOver = lte(leases.expiresAt, sql`now()`);

const isNamed = ({ shop, name }: LeaseName): SQL | undefined =>
  and(eq(leases.shop, shop), eq(leases.name, name));

const take = prepared(
  (
    database,
    place: Place<{ shop: string; name: string; holder: string; milliseconds: number }>,
  ) => {
    const expiresAt = sql`now() + ${place('milliseconds')} * interval '1 millisecond'`;
    const taken = { holder: sql`excluded.holder`, expiresAt: sql`excluded.expires_at` };
    return database
      .insert(leases)
      .values({ shop: place('shop'), name: place('name'), holder: place('holder'), expiresAt })
      .onConflictDoUpdate({ target: [leases.shop, leases.name], set: taken, setWhere: isOver })
      .returning(own)
      .prepare('');
  },
);

type PlaceOfMine = Place<{ shop: string; name: string; holder: string }>;

const isMine = (place: PlaceOfMine): SQL | undefined =>
  and(
    ...[eq(leases.shop, place('shop')), eq(leases.name, place('name'))],
    eq(leases.holder, place('holder')),
  );

const extend = prepared(
  (database, place: Place<{ shop: string; name: string; holder: string; milliseconds: number }>) =>
    database
      .update(leases)
      .set({ expiresAt: sql`now() + ${place('milliseconds')} * interval '1 millisecond'` })
      .where(isMine(place))
      .returning(own)
      .prepare(''),
);

const giveBack = prepared((database, place: PlaceOfMine) =>
  database.delete(leases).where(isMine(place)).returning(own).prepare(''),
);

/**
 * Takes a lease if nobody has it. It is a row, because a database lock would occupy a connection (PGlite's only one) while the platform takes its
 * time to answer.
 * @param milliseconds how long it lasts from when it is taken or kept; after that, another process may take it
 * @returns null if somebody has it
 */
export async function takeLease(
  database: Database,
  { shop, name }: LeaseName,
  milliseconds: () => number,
): Promise<Lease | null> {
  const holder = randomUUID();
  const rows = await take(database, { shop, name, holder, milliseconds: milliseconds() });
  if (rows.length === 0) return null;
  const mine = { shop, name, holder };

  async function change(
    take: (database: Database) => Promise<unknown[]>,
    write?: (database: Database) => Promise<void>,
  ): Promise<boolean> {
    if (write === undefined) return (await take(database)).length > 0;
    return await database.transaction(async (transaction) => {
      // Takes the lease first and so locks it to the end, so that nobody takes it or erases the shop in between.
      if ((await take(transaction)).length === 0) return false;
      await write(transaction);
      return true;
    });
  }

  let isGiven = false;
  return {
    keep: (write) => change((at) => extend(at, { ...mine, milliseconds: milliseconds() }), write),
    async end(write) {
      if (isGiven) return false;
      const ended = change((at) => giveBack(at, mine), write);
      isGiven = await (write === undefined ? ended.catch(() => false) : ended);
      return isGiven;
    },
  };
}

/** How long to wait for a lease: until the deadline, but at most `longestWait` ms. */
type LeasePatience = {
  wait: (milliseconds: number) => Promise<void>;
  deadline: { left(): number } | undefined;
  longestWait: number;
};

/** Like {@link takeLease}, but waits until the lease is free; null if that takes too long. */
export async function awaitLease(
  database: Database,
  name: LeaseName,
  milliseconds: () => number,
  { wait, deadline, longestWait }: LeasePatience,
): Promise<Lease | null> {
  for (let polls = 0; ; polls += 1) {
    const lease = await takeLease(database, name, milliseconds);
    const isTooLate = polls * pollMilliseconds >= longestWait || deadline?.left() === 0;
    if (lease !== null || isTooLate) return lease;
    await wait(pollMilliseconds);
  }
}

/** In how many ms the lease runs out, to the second; 0 if nobody has it. */
export async function leaseLeft(database: Database, name: LeaseName): Promise<number> {
  const left = sql<number>`ceil(extract(epoch from ${leases.expiresAt} - now()))::float8 * 1000`;
  const [row] = await database
    .select({ left })
    .from(leases)
    .where(and(isNamed(name), gt(leases.expiresAt, sql`now()`)));
  return row?.left ?? 0;
}

/** Takes a lease away from its holder, who can't write under it any more. */
export async function revokeLease(database: Database, name: LeaseName): Promise<void> {
  await database.delete(leases).where(isNamed(name));
}

/** Takes all of a shop's leases away. */
export async function revokeLeases(database: Database, shop: string): Promise<void> {
  await database.delete(leases).where(eq(leases.shop, shop));
}

/** Deletes the leases that dead processes left. */
export async function forgetOldLeases(database: Database): Promise<void> {
  await database.delete(leases).where(lt(leases.expiresAt, sql`now() - interval '1 day'`));
}
