import { formatCount, formatNumber } from '#contract/format.ts';
import type { SyncRun } from '#contract/order-sync.ts';
import type { OrderSyncProblem } from '#contract/order-sync-texts.ts';

/** Advice for an order that wasn't sent: a text, with a link or without. */
export type Advice = { text: string; leadsTo?: 'integrations' | 'order' };

const adviceFor = {
  'not-connected': { text: 'Connect ShipStation', leadsTo: 'integrations' },
  'keys-refused': { text: 'Enter new keys in Integrations', leadsTo: 'integrations' },
  'rate-limited': { text: 'Retry in a minute.' },
  unavailable: { text: 'Retry once ShipStation responds again.' },
  'order-not-found': { text: 'Look for it among your orders.' },
  'no-address': { text: 'Add the address, then retry', leadsTo: 'order' },
  'nothing-to-ship': { text: 'Open the order', leadsTo: 'order' },
  refused: { text: 'Correct the order, then retry', leadsTo: 'order' },
  'shipped-in-part': { text: 'To ship the rest, create an order in ShipStation.' },
  cancelled: { text: 'To ship it, restore it in ShipStation.' },
  scheduled: { text: 'Open the order', leadsTo: 'order' },
  'on-hold': { text: 'Release the hold, then retry', leadsTo: 'order' },
  'order-cancelled': { text: 'Open the order', leadsTo: 'order' },
  refunded: { text: 'Open the order', leadsTo: 'order' },
  voided: { text: 'Open the order', leadsTo: 'order' },
  'not-shipped': { text: 'Open the order', leadsTo: 'order' },
  'not-yours': { text: 'Open the order', leadsTo: 'order' },
} as const satisfies Partial<Record<OrderSyncProblem, Advice>>;

/** Advice for a problem; undefined if there is nothing to do. */
export function adviceOn(problem: OrderSyncProblem): Advice | undefined {
  const known: Partial<Record<OrderSyncProblem, Advice>> = adviceFor;
  return known[problem];
}

/** Why the rest of a run was not sent. */
export const haltInWords: Readonly<
  Partial<Record<OrderSyncProblem, { title: string; text: string }>>
> = {
  'not-connected': {
    title: 'ShipStation isn’t connected',
    text: 'Enter your API key and secret in Integrations, then come back and continue.',
  },
  'keys-refused': {
    title: 'ShipStation doesn’t accept your keys',
    text: 'Enter your current API key and secret in Integrations, then come back and continue.',
  },
  unavailable: {
    title: 'ShipStation isn’t responding',
    text: 'Continue in a few minutes. No order is sent twice.',
  },
};

/** How many of a run's orders have a result. */
export function doneOf({ sent, already, failed }: SyncRun): number {
  return sent + already + failed;
}

export function progressInWords(run: SyncRun): string {
  return `${formatNumber(doneOf(run))} of ${formatCount(run.total, 'order')}`;
}

/** How a run went, once it is over. */
export function outcomeInWords({ sent, already, failed }: SyncRun): string {
  const parts = [`${formatCount(sent, 'order')} sent to ShipStation`];
  if (already > 0) parts.push(`${formatNumber(already)} had nothing to send`);
  if (failed > 0) parts.push(`${formatNumber(failed)} failed`);
  return parts.join(', ');
}

/** The remaining time in words, from ms. Rounded up, because nobody minds if it takes less. */
export function timeLeftInWords(milliseconds: number): string {
  const minutes = Math.ceil(milliseconds / 60_000);
  if (minutes <= 1) return 'less than a minute left';
  if (minutes < 60) return `about ${minutes} minutes left`;
  const hours = Math.floor(minutes / 60);
  return `about ${hours} h ${minutes % 60} min left`;
}

/** Which chosen orders were left out, or taken once only; empty if all were taken. */
export function leftOutInWords({ duplicates, invalid }: SyncRun): string[] {
  const texts: string[] = [];
  if (duplicates > 0) {
    const were = duplicates === 1 ? 'order was' : 'orders were';
    texts.push(
      `${formatNumber(duplicates)} ${were} chosen more than once. Each is sent only once.`,
    );
  }
  if (invalid.count > 0) {
    const more = invalid.count - invalid.first.length;
    const names = invalid.first.map((text) => `“${text}”`).join(', ');
    const rest = more > 0 ? ` and ${formatNumber(more)} more` : '';
    texts.push(
      invalid.count === 1
        ? `${names} isn’t an order ID, so it was left out.`
        : `${names}${rest} aren’t order IDs, so they were left out.`,
    );
  }
  return texts;
}
