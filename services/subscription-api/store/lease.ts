import { randomUUID } from 'node:crypto';
import { and, eq, gt, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { leaseTable as leases } from './schema.ts';

/** What one process at a time may work on: a shop's orders, one of its groups, a key. */
export type LeaseName = { shop: string; name: string };

/** The right to work on something, which one process at a time has. */
export type Lease = {
  /**
   * Makes it last anew, and writes in the same transaction.
   * @returns false, with nothing written, where the lease is over: another process may have it
   */
  keep(write?: (database: Database) => Promise<void>): Promise<boolean>;
  /**
   * Gives it back, and writes in the same transaction; answers as `keep` does. Without anything to write it never throws: the lease
   * runs out by itself, and the caller must hear what came of the work. Once it was given back nothing is asked any more.
   */
  end(write?: (database: Database) => Promise<void>): Promise<boolean>;
};

const pollMilliseconds = 50;

/** Says whether there is one. */
const own = { holder: leases.holder };

/** The database's clock alone: those of two instances may be minutes apart. */
const isOver = lte(leases.expiresAt, sql`now()`);

const isNamed = ({ shop, name }: LeaseName): SQL | undefined =>
  and(eq(leases.shop, shop), eq(leases.name, name));

/**
 * Takes a lease where nobody has it. A row rather than a lock of the database: that would keep a connection, of which PGlite has one,
 * for as long as the platform takes to answer.
 * @param milliseconds how long it lasts from when it is taken or kept; after it, the process that had it is taken for dead
 * @returns null where somebody has it
 */
export async function takeLease(
  database: Database,
  { shop, name }: LeaseName,
  milliseconds: () => number,
): Promise<Lease | null> {
  const holder = randomUUID();
  const expiresAt = () => sql`now() + ${milliseconds()} * interval '1 millisecond'`;
  const taken = { holder, expiresAt: expiresAt() };
  const rows = await database
    .insert(leases)
    .values({ shop, name, ...taken })
    .onConflictDoUpdate({ target: [leases.shop, leases.name], set: taken, setWhere: isOver })
    .returning(own);
  if (rows.length === 0) return null;
  const mine = and(isNamed({ shop, name }), eq(leases.holder, holder));

  async function change(
    take: (database: Database) => PromiseLike<unknown[]>,
    write?: (database: Database) => Promise<void>,
  ): Promise<boolean> {
    if (write === undefined) return (await take(database)).length > 0;
    return await database.transaction(async (transaction) => {
      // The lease first: it is locked until the end, so that nobody takes it, or erases the shop, between the two.
      if ((await take(transaction)).length === 0) return false;
      await write(transaction);
      return true;
    });
  }

  let isGiven = false;
  return {
    keep: (write) =>
      change(
        (at) => at.update(leases).set({ expiresAt: expiresAt() }).where(mine).returning(own),
        write,
      ),
    async end(write) {
      if (isGiven) return false;
      const ended = change((at) => at.delete(leases).where(mine).returning(own), write);
      isGiven = await (write === undefined ? ended.catch(() => false) : ended);
      return isGiven;
    },
  };
}

/** How long somebody waits for a lease: until the deadline, and so many ms at most. */
export type LeasePatience = {
  wait: (milliseconds: number) => Promise<void>;
  deadline: { left(): number } | undefined;
  longestWait: number;
};

/** Takes a lease as {@link takeLease}, as soon as nobody has it; null where that takes too long. */
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

/** For how long somebody still has the lease, in ms; 0 where nobody has it. */
export async function leaseLeft(database: Database, name: LeaseName): Promise<number> {
  const left = sql<number>`extract(epoch from ${leases.expiresAt} - now())::float8 * 1000`;
  const [row] = await database
    .select({ left })
    .from(leases)
    .where(and(isNamed(name), gt(leases.expiresAt, sql`now()`)));
  return row?.left ?? 0;
}

/** Takes a lease away from whoever has it: what it would still write is not written. */
export async function revokeLease(database: Database, name: LeaseName): Promise<void> {
  await database.delete(leases).where(isNamed(name));
}

/** Takes all of a shop's leases away. */
export async function revokeLeases(database: Database, shop: string): Promise<void> {
  await database.delete(leases).where(eq(leases.shop, shop));
}

/** Forgets what processes that died have left. */
export async function forgetOldLeases(database: Database): Promise<void> {
  await database.delete(leases).where(lt(leases.expiresAt, sql`now() - interval '1 day'`));
}
