import { dayIn } from '#contract/calendar.ts';
import type {
  ContractHistory,
  ContractHistoryQuery,
  HistoryEntry,
} from '#contract/subscription-contract.ts';
import { timelineDetailsSchema } from '#contract/timeline.ts';
import { compare, keysetOf } from '../../lists/keyset.ts';
import type { ShopContext } from '../../shop-context.ts';
import { merchantReasons } from '../billing/decisions.ts';
import { failureOf } from '../billing/failure-codes.ts';
import type { AttemptRow, CycleRow } from '../billing/store.ts';
import { listNotices } from '../notices/outbox.ts';
import { explanationOf, outcomeOf } from '../orders/outcome.ts';
import { heldOf } from '../rotation/held.ts';
import { listTimeline } from '../timeline/timeline.ts';
import { type KeptContract, latestAttemptAt } from './coming-orders.ts';

const perPage = 50;

const nothing = {
  ...{ day: null, order: null, amount: null, explanation: null, decision: null },
  ...{ notice: null, channel: null, unsent: null, by: null, details: {}, why: null },
};

/**
 * A page of a contract's history, the latest first: how it began, each charge and decision (from billing's rows), its timeline, and the customer's
 * notices. The timeline holds nothing that has a row of its own. Among entries of the same time the ids decide, which begin with their source.
 * @throws ServiceError `invalid request` for a malformed cursor
 */
export async function historyOf(
  context: Pick<ShopContext, 'database' | 'shop' | 'actor'>,
  kept: KeptContract,
  { timeZone }: { timeZone: string },
  query: ContractHistoryQuery = {},
): Promise<ContractHistory> {
  const { actor } = context;
  const { contract, billing, attempts } = kept;
  const asked = { ...query, first: perPage };
  const timeline = await listTimeline(context, contract.id, asked);
  const notices = await listNotices(context, contract.id, asked);
  const dayOf = (cycle: number) => {
    const row = billing.find(({ cycleIndex }) => cycleIndex === cycle);
    return row === undefined ? null : dayIn(timeZone, row.expectedAt);
  };
  const entries: HistoryEntry[] = [
    { ...nothing, id: '0', event: 'began', at: contract.createdAt.toISOString() },
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
  const page = keysetOf(asked);
  const { rows, pageInfo } = page.finish(
    entries.filter(page.isBeyond).sort((one, other) => compare(other, one)),
  );
  return { history: rows, earlier: pageInfo.hasNextPage ? pageInfo.endCursor : null };
}

const merchantOf = (named: string | null, actor: string | null) =>
  ({ who: 'merchant', name: null, isYou: named !== null && named === actor }) as const;

function timelineEntry(
  {
    historyId: id,
    kind,
    at,
    who,
    named,
    details,
    why,
  }: Awaited<ReturnType<typeof listTimeline>>[number],
  actor: string | null,
): HistoryEntry {
  return {
    ...{ ...nothing, id },
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

function noticeEntry({
  historyId: id,
  notice,
  channel,
  reason,
  at,
  happenedAt,
}: Awaited<ReturnType<typeof listNotices>>[number]): HistoryEntry {
  return {
    ...{ ...nothing, id },
    event: 'told',
    at: (at ?? happenedAt).toISOString(),
    notice,
    channel,
    unsent: reason,
  };
}

function attemptEntry(attempt: AttemptRow): HistoryEntry {
  const { state, errorCode, orderId, orderName, amount, begunAt, settledAt } = attempt;
  const id = `4 ${attempt.cycleIndex} ${attempt.number}`;
  const held = (heldOf(attempt.held) ?? []).map(({ title }) => title).join(', ');
  const details = held === '' ? {} : { subject: held.slice(0, 255) };
  const of = { ...nothing, id, at: (settledAt ?? begunAt).toISOString(), amount, details };
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
  { cycleIndex, decision, decidedAt, decidedBy }: CycleRow,
  actor: string | null,
): HistoryEntry[] {
  if (decision === null || decidedAt === null) return [];
  // It wasn't kept at first who decided.
  const by = decidedBy === null ? null : merchantOf(decidedBy, actor);
  const id = `3 ${cycleIndex} decided`;
  return [{ ...nothing, id, event: 'decided', at: decidedAt.toISOString(), decision, by }];
}

/** The decision itself tells what the merchant decided. */
const decided: readonly string[] = Object.values(merchantReasons);

function notChargedEntry(
  kept: KeptContract,
  { state, reason, changedAt, cycleIndex }: CycleRow,
): HistoryEntry[] {
  if (state === 'open' || state === 'paid' || decided.includes(reason)) return [];
  const attempt = latestAttemptAt(kept, cycleIndex) ?? null;
  const standing = { state, reason, attempt };
  if (outcomeOf(standing) === 'charging') return [];
  const explanation = explanationOf(standing);
  const id = `3 ${cycleIndex} not charged`;
  return [{ ...nothing, id, event: 'not charged', at: changedAt.toISOString(), explanation }];
}
