import { randomUUID } from 'node:crypto';
import { and, eq, lte } from 'drizzle-orm';
import { claimedFor } from '../deadline.ts';
import { ServiceError } from '../service-error.ts';
import type { ShopContext } from '../shop-context.ts';
import { sellingPlanGroupTurnTable as turns } from '../store/schema.ts';

/** For work that nobody waits for, in ms. */
const longestTurn = 120_000;
const pollMilliseconds = 50;
const maximumPolls = 600;

const busy =
  'Another change to this selling plan group is still being saved. Please try again in a moment.';

/** The right to change a group, which one process at a time has. */
export type GroupTurn = {
  /**
   * Makes sure that the turn lasts for what comes next.
   * @throws ServiceError 503 where it is over and another process may be at work
   */
  keep: () => Promise<void>;
};

/**
 * Does the work while nobody else changes the group, here or in another process with the same database, so that what was
 * checked still holds when it is written. A row in the database rather than one of its locks: those would keep a connection,
 * of which PGlite has one, for as long as the platform takes to answer.
 * @throws ServiceError 503 where the turn doesn't come
 */
export async function inTurn<Value>(
  context: ShopContext,
  groupId: string,
  work: (turn: GroupTurn) => Promise<Value>,
): Promise<Value> {
  const { database, shop, now, wait, deadline } = context;
  const claim = randomUUID();
  const mine = and(eq(turns.shop, shop), eq(turns.groupId, groupId), eq(turns.claim, claim));
  const claimedUntil = () => new Date(now().getTime() + claimedFor(deadline, longestTurn));

  async function take(): Promise<boolean> {
    const until = claimedUntil();
    const taken = await database
      .insert(turns)
      .values({ shop, groupId, claim, claimedUntil: until })
      .onConflictDoUpdate({
        target: [turns.shop, turns.groupId],
        set: { claim, claimedUntil: until },
        setWhere: lte(turns.claimedUntil, now()),
      })
      .returning({ claim: turns.claim });
    return taken.length > 0;
  }

  let polls = 0;
  while (!(await take())) {
    polls += 1;
    if (polls > maximumPolls || deadline?.left() === 0) {
      throw new ServiceError(503, { message: busy });
    }
    await wait(pollMilliseconds);
  }
  try {
    return await work({
      keep: async () => {
        const kept = await database
          .update(turns)
          .set({ claimedUntil: claimedUntil() })
          .where(mine)
          .returning({ claim: turns.claim });
        if (kept.length === 0) throw new ServiceError(503, { message: busy });
      },
    });
  } finally {
    await database
      .delete(turns)
      .where(mine)
      .catch((error: unknown) => {
        // The turn runs out by itself; what the caller must hear is what came of the work.
        context.logger.error({ error, group: groupId }, 'a turn was not freed');
      });
  }
}
