import { ordersPerRun } from './limits.ts';

/** What the order sync page and its API both say. */
export const orderSyncTexts = {
  /** Specification §2. */
  disabled: 'This feature is currently disabled!',
  /** Specification §4 and §8. */
  invalidAnswer: 'Received invalid response from server',
  tooMany: `At most ${ordersPerRun.toLocaleString('en')} orders can be synced at a time. Choose fewer orders.`,
  noneChosen: 'You haven’t chosen any orders.',
  noIds: 'None of what you chose is an order ID.',
  noneWaiting: 'Your store has no orders waiting to ship.',
  notFound: 'This sync no longer exists',
  underWay: 'This sync is already running.',
  stopped: 'This sync was stopped.',
  notInRun: 'Not an order of this sync',
} as const;

/** An order's status for people. One that needed no sending succeeded with a reason. */
export function statusInWords(order: { status: string | null; problem: string | null }): string {
  if (order.status === null) return 'Waiting';
  if (order.status === 'failed') return 'Failed';
  return order.problem === null ? 'Success' : 'Nothing to send';
}
