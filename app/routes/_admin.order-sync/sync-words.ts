import type { OrderSyncProblem } from '#contract/order-sync.ts';
import type { SyncRun } from '#contract/sync-run.ts';

/** What to do about an order that did not go out: words alone, or where they lead. */
export type Advice = { text: string; leadsTo?: 'integrations' | 'order' };

export const adviceFor = {
  'not-connected': { text: 'Connect ShipStation', leadsTo: 'integrations' },
  'keys-refused': { text: 'Enter new keys in Integrations', leadsTo: 'integrations' },
  'rate-limited': { text: 'Retry it in a minute.' },
  unavailable: { text: 'Retry it once ShipStation answers again.' },
  'order-not-found': { text: 'Look at the order', leadsTo: 'order' },
  'no-address': { text: 'Add the address to the order', leadsTo: 'order' },
  'nothing-to-ship': { text: 'Look at the order', leadsTo: 'order' },
  refused: { text: 'Correct the order', leadsTo: 'order' },
  shipped: { text: 'Change it in ShipStation.' },
  cancelled: { text: 'Restore it in ShipStation.' },
  'merged-or-split': { text: 'Change it in ShipStation.' },
} as const satisfies Record<OrderSyncProblem, Advice>;

/** Why the rest of a run was not sent. */
export const haltInWords: Readonly<Partial<Record<OrderSyncProblem, string>>> = {
  'not-connected': 'ShipStation is not connected',
  'keys-refused': 'ShipStation does not accept your keys',
  unavailable: 'ShipStation does not answer',
};

const counted = (count: number) => count.toLocaleString('en');

export function ordersInWords(count: number): string {
  return `${counted(count)} ${count === 1 ? 'order' : 'orders'}`;
}

/** How many of a run's orders have a result. */
export function doneOf({ sent, failed }: Pick<SyncRun, 'sent' | 'failed'>): number {
  return sent + failed;
}

export function progressInWords(run: SyncRun): string {
  return `${counted(doneOf(run))} of ${ordersInWords(run.total)}`;
}

/** How a run went, once it is over. */
export function outcomeInWords({ sent, failed }: SyncRun): string {
  if (failed === 0) return `${ordersInWords(sent)} sent to ShipStation`;
  return `${ordersInWords(sent)} sent to ShipStation, ${counted(failed)} failed`;
}

/** A time that is left, from a number of ms; rounded up, for nobody minds when it is less. */
export function timeLeftInWords(milliseconds: number): string {
  const minutes = Math.ceil(milliseconds / 60_000);
  if (minutes <= 1) return 'less than a minute left';
  if (minutes < 60) return `about ${minutes} minutes left`;
  const hours = Math.floor(minutes / 60);
  return `about ${hours} h ${minutes % 60} min left`;
}

export function secondsInWords(seconds: number): string {
  return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
}

/** What of the merchant's choice was not taken as it stood; empty where all was. */
export function leftOutInWords({ duplicates, invalid }: SyncRun): string[] {
  const texts: string[] = [];
  if (duplicates > 0) {
    const were = duplicates === 1 ? 'order was' : 'orders were';
    texts.push(`${counted(duplicates)} ${were} chosen more than once, and each is sent once.`);
  }
  if (invalid.count > 0) {
    const more = invalid.count - invalid.first.length;
    const names = invalid.first.map((text) => `“${text}”`).join(', ');
    const rest = more > 0 ? ` and ${counted(more)} more` : '';
    texts.push(
      invalid.count === 1
        ? `${names} is not the id of an order, and was left out.`
        : `${names}${rest} are not ids of orders, and were left out.`,
    );
  }
  return texts;
}
