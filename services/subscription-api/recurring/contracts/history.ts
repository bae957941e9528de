import { dayIn } from '#contract/calendar.ts';
import type { HistoryEntry } from '#contract/subscription-contract.ts';
import { timelineDetailsSchema } from '#contract/timeline.ts';
import { merchantReasons } from '../billing/decisions.ts';
import { failureOf } from '../billing/failure-codes.ts';
import type { AttemptRow, CycleRow } from '../billing/store.ts';
import type { NoticeRow } from '../notices/outbox.ts';
import { explanationOf } from '../orders/outcome.ts';
import { heldOf } from '../rotation/held.ts';
import type { TimelineRow } from '../timeline/timeline.ts';
import { type KeptContract, latestAttemptAt } from './coming-orders.ts';

export const mostEntries = 50;

const nothing = {
  ...{ day: null, order: null, amount: null, explanation: null, decision: null },
  ...{ notice: null, channel: null, unsent: null, by: null, details: {}, why: null },
};

/**
 * A contract's history, the latest first: how it began, each charge and decision (from billing's rows), its timeline, and the customer's notices.
 * The timeline holds nothing that has a row of its own.
 * @param actor who asks
 */
export function historyOf(
  kept: KeptContract,
  { timeline, notices }: { timeline: readonly TimelineRow[]; notices: readonly NoticeRow[] },
  { timeZone, actor }: { timeZone: string; actor: string | null },
): HistoryEntry[] {
  const { contract, billing, attempts } = kept;
  const dayOf = (cycle: number) => {
    const row = billing.find(({ cycleIndex }) => cycleIndex === cycle);
    return row === undefined ? null : dayIn(timeZone, row.expectedAt);
  };
  const entries: HistoryEntry[] = [
    { ...nothing, event: 'began', at: contract.createdAt.toISOString() },
    ...attempts.map((attempt) => ({ ...attemptEntry(attempt), day: dayOf(attempt.cycleIndex) })),
    ...billing.flatMap((row) => {
      const day = dayIn(timeZone, row.expectedAt);
      return [...decisionEntry(row, actor), ...notChargedEntry(kept, row)].map((entry) => ({
        ...entry,
        day,
      }));
    }),
    ...timeline.map((row) => timelineEntry(row, actor)),
    ...notices.map(noticeEntry),
  ];
  return entries
    .sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
    .slice(0, mostEntries);
}

const merchantOf = (named: string | null, actor: string | null) =>
  ({ who: 'merchant', name: null, isYou: named !== null && named === actor }) as const;

function timelineEntry(
  { kind, at, who, named, details, why }: TimelineRow,
  actor: string | null,
): HistoryEntry {
  return {
    ...nothing,
    event: kind,
    at: at.toISOString(),
    by:
      who === 'merchant'
        ? merchantOf(named, actor)
        : { who, name: who === 'scale' ? named : null, isYou: false },
    details: timelineDetailsSchema.parse(details),
    why,
  };
}

function noticeEntry({ notice, channel, reason, at, happenedAt }: NoticeRow): HistoryEntry {
  return {
    ...nothing,
    event: 'told',
    at: (at ?? happenedAt).toISOString(),
    notice,
    channel,
    unsent: reason,
  };
}

function attemptEntry(attempt: AttemptRow): HistoryEntry {
  const { state, errorCode, orderId, orderName, amount, begunAt, settledAt } = attempt;
  const held = (heldOf(attempt.held) ?? []).map(({ title }) => title).join(', ');
  const details = held === '' ? {} : { subject: held.slice(0, 255) };
  const of = { ...nothing, at: (settledAt ?? begunAt).toISOString(), amount, details };
  switch (state) {
    case 'paid':
      return {
        ...of,
        event: 'charged',
        order: orderId === null ? null : { id: orderId, name: orderName },
      };
    case 'failed': {
      const { happened, whatToDo } = failureOf(errorCode);
      return { ...of, event: 'failed', explanation: { happened, whatToDo } };
    }
    default:
      return { ...of, event: 'charging' };
  }
}

function decisionEntry(
  { decision, decidedAt, decidedBy }: CycleRow,
  actor: string | null,
): HistoryEntry[] {
  if (decision === null || decidedAt === null) return [];
  // It wasn't kept at first who decided.
  const by = decidedBy === null ? null : merchantOf(decidedBy, actor);
  return [{ ...nothing, event: 'decided', at: decidedAt.toISOString(), decision, by }];
}

/** The decision itself tells what the merchant decided. */
const decided: readonly string[] = Object.values(merchantReasons);

function notChargedEntry(
  kept: KeptContract,
  { state, reason, changedAt, cycleIndex }: CycleRow,
): HistoryEntry[] {
  if (state === 'open' || state === 'paid' || decided.includes(reason)) return [];
  const attempt = latestAttemptAt(kept, cycleIndex) ?? null;
  const explanation = explanationOf({ state, reason, attempt });
  return [{ ...nothing, event: 'not charged', at: changedAt.toISOString(), explanation }];
}
