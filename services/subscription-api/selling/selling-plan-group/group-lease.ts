import { leaseMilliseconds } from '../../deadline.ts';
import { ServiceError } from '../../service-error.ts';
import type { ShopContext } from '../../shop-context.ts';
import { awaitLease } from '../../store/lease.ts';

/** For work that nobody waits for, in ms. */
const longestTurn = 120_000;
const longestWait = 30_000;

function busy(): ServiceError {
  return new ServiceError('unavailable', {
    message:
      'Another change to this selling plan group is still being saved. Please try again in a moment.',
  });
}

/** The right to change a group, which one process at a time has. */
export type GroupLease = {
  /**
   * Makes sure that the turn lasts for what comes next.
   * @throws ServiceError `unavailable` where it is over and another process may be at work
   */
  keep: () => Promise<void>;
};

/**
 * Does the work while nobody else changes the group, here or in another process with the same database, so that what was
 * checked still holds when it is written.
 * @throws ServiceError `unavailable` where the turn doesn't come
 */
export async function withGroupLease<Value>(
  context: ShopContext,
  groupId: string,
  work: (turn: GroupLease) => Promise<Value>,
): Promise<Value> {
  const { database, shop, wait, deadline } = context;
  const lease = await awaitLease(
    database,
    { shop, name: `selling plan group ${groupId}` },
    () => leaseMilliseconds(deadline, longestTurn),
    { wait, deadline, longestWait },
  );
  if (lease === null) throw busy();
  try {
    return await work({
      keep: async () => {
        if (!(await lease.keep())) throw busy();
      },
    });
  } finally {
    await lease.end();
  }
}
