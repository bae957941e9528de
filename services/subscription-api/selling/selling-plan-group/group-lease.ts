import { leaseMilliseconds } from '../../deadline.ts';
import { ServiceError } from '../../service-error.ts';
import type { ShopContext } from '../../shop-context.ts';
import { awaitLease } from '../../store/lease.ts';

/** Default for work without a deadline, in ms. */
const longestTurn = 120_000;
const longestWait = 30_000;

function busy(): ServiceError {
  return new ServiceError('unavailable', {
    message:
      'Another change to this selling plan group is still being saved. Please try again in a moment.',
  });
}

/** The right to change a group. One process at a time has it. */
export type GroupLease = {
  /**
   * Extends the turn for the next step.
   * @throws ServiceError `unavailable` if the turn is over and another process may be at work
   */
  keep: () => Promise<void>;
};

/**
 * Runs the work while nobody else changes the group, in this process or in another on the same database, so that its checks still hold when it
 * writes.
 * @throws ServiceError `unavailable` if the turn doesn't come in time
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
