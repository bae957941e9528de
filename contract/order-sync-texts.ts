import { ordersPerRun } from './limits.ts';

/** What the order sync page and its API both say. */
export const orderSyncTexts = {
  /** Specification §2. */
  disabled: 'This feature is currently disabled!',
  /** Specification §4 and §8. */
  invalidAnswer: 'Received invalid response from server',
  tooMany: `At most ${ordersPerRun.toLocaleString('en')} orders can be synced in one go. Choose fewer of them.`,
  noneChosen: 'No orders were chosen.',
  noIds: 'None of what was chosen is the id of an order.',
  noneWaiting: 'No order of your store waits to be shipped.',
  notFound: 'This sync is not there any more',
  underWay: 'A page of this sync is under way already.',
  stopped: 'This sync was stopped.',
  notInRun: 'Not an order of this sync',
} as const;

/** An order's status for people. One that needed no sending succeeded with a reason. */
export function statusInWords(order: { status: string | null; problem: string | null }): string {
  if (order.status === null) return 'Waiting';
  if (order.status === 'failed') return 'Failed';
  return order.problem === null ? 'Success' : 'Nothing to send';
}
