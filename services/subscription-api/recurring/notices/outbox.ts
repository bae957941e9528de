import { and, desc, eq, getTableColumns, inArray, lt, sql } from 'drizzle-orm';
import {
  isBeforeCharge,
  type NoticeChannel,
  type NoticeName,
  noticeChannels,
  type UnsentReason,
} from '#contract/notices.ts';
import type { ListQuery } from '#contract/pagination.ts';
import { keysetPage } from '../../lists/keyset.ts';
import type { ShopContext } from '../../shop-context.ts';
import type { Database } from '../../store/database.ts';
import { customerNoticeTable as notices } from '../../store/schema.ts';

export type NoticeRow = typeof notices.$inferSelect;

/** Something to tell a customer about an order. With the same `about`, a customer is told once. */
export type Notice = {
  contract: string;
  cycle: number;
  notice: NoticeName;
  about: string;
  /** How a product was called before it changed. */
  subject?: string;
  /** By default all that may tell of it. */
  channels?: readonly NoticeChannel[];
  /** When it became news; by default now. */
  happenedAt?: Date;
  /** By default at once. */
  sendAt?: Date;
};

/** After that, what a notice tells is no news. */
export const latestNewsMilliseconds = 3 * 86_400_000;

/** The events whose notice was sent, or not, longer ago than this don't come again. */
const keptDays = 400;
/** Keeps each statement below the database's limit of parameters. */
const rowsAtOnce = 500;

/** Reasons that pass: the order may be made as it was to be told, or is still ahead after days in which nothing could be sent. */
const passing: UnsentReason[] = ['store closed', 'subscription over', 'order changed', 'too late'];

/**
 * Has customers told, once each: what was told before stays as it is, but for a reminder that wasn't sent for a reason that has passed. Call `jobs.wake` once the transaction has ended.
 * @param context its database is the transaction that writes what is told, so that both are kept or neither
 */
export async function tellCustomers(
  {
    database,
    shop,
    jobs,
    now,
    texts,
  }: Pick<ShopContext, 'database' | 'shop' | 'jobs' | 'now' | 'texts'>,
  told: readonly Notice[],
): Promise<void> {
  let isNew = false;
  const rows = told.flatMap(({ contract, cycle, channels = noticeChannels, ...one }) =>
    channelsOf(one.notice, texts !== undefined)
      .filter((channel) => channels.includes(channel))
      .map((channel) => ({
        ...{ shop, contractId: contract, cycleIndex: cycle, channel },
        ...{ happenedAt: now(), sendAt: now(), ...one, state: 'waiting' as const },
      })),
  );
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const kept = await database
      .insert(notices)
      .values(rows.slice(start, start + rowsAtOnce))
      .onConflictDoUpdate({
        target: [
          ...[notices.shop, notices.contractId, notices.notice, notices.about],
          notices.channel,
        ],
        set: {
          ...{ state: 'waiting', reason: null, at: null },
          ...{ happenedAt: sql`excluded.happened_at`, sendAt: sql`excluded.send_at` },
        },
        setWhere: and(
          ...[eq(notices.notice, 'reminder'), eq(notices.state, 'not sent')],
          inArray(notices.reason, passing),
        ),
      })
      .returning({ about: notices.about });
    isNew ||= kept.length > 0;
  }
  if (isNew) await sendTelling({ database, shop, jobs, now }, now());
}

/** Long enough for what is told together, and short enough that nobody waits for it. */
const together = 5_000;

/**
 * Sends one job for all that is to be told within some seconds. It is at least as far ahead by both clocks, so it never merges with a job that has begun and may
 * have looked already.
 */
export async function sendTelling(
  { database, shop, jobs, now }: Pick<ShopContext, 'database' | 'shop' | 'jobs' | 'now'>,
  wanted: Date,
): Promise<void> {
  const latest = Math.max(now().getTime(), (await jobs.now(database)).getTime());
  const soonest = Math.max(wanted.getTime(), latest + together);
  const at = new Date(Math.ceil(soonest / together) * together);
  await jobs.send(database, 'tell-customers', { shop }, { startAfter: at, key: at.toISOString() });
}

/** Merchants pay for texts only if they chose to, and duties have no switch to choose by. */
function channelsOf(notice: NoticeName, canText: boolean): readonly NoticeChannel[] {
  return canText && !isBeforeCharge(notice) ? noticeChannels : ['email'];
}

/** Waiting notices of one kind to a contract's customer. */
export async function listWaiting(
  { database, shop }: Pick<ShopContext, 'database' | 'shop'>,
  { contract, notice }: Pick<Notice, 'contract' | 'notice'>,
): Promise<NoticeRow[]> {
  return await database
    .select()
    .from(notices)
    .where(
      and(
        ...[eq(notices.shop, shop), eq(notices.contractId, contract)],
        ...[eq(notices.notice, notice), eq(notices.state, 'waiting')],
      ),
    );
}

/** Whether a contract's customer was to be told something of an order, and last has got none of it. One whose answer was lost may have come. */
export async function wasLeftUntold(
  database: Database,
  {
    shop,
    contract,
    cycle,
    notice,
  }: { shop: string } & Pick<Notice, 'contract' | 'cycle' | 'notice'>,
): Promise<boolean> {
  const [last] = await database
    .select({ state: notices.state, reason: notices.reason })
    .from(notices)
    .where(
      and(
        ...[eq(notices.shop, shop), eq(notices.contractId, contract)],
        ...[eq(notices.cycleIndex, cycle), eq(notices.notice, notice)],
      ),
    )
    .orderBy(desc(notices.happenedAt))
    .limit(1);
  if (last === undefined) return false;
  return last.state !== 'sent' && last.state !== 'sending' && last.reason !== 'answer lost';
}

const historyId = sql<string>`('1 ' || ${notices.notice} || ' ' || ${notices.about} || ' ' || ${notices.channel}) collate "C"`;

/** A page of the notices to a contract's customer, sent or given up, the latest first, each with its id in the contract's history. */
export async function listNotices(
  { database, shop }: Pick<ShopContext, 'database' | 'shop'>,
  contract: string,
  query: Pick<ListQuery, 'first' | 'after'>,
): Promise<(NoticeRow & { historyId: string })[]> {
  const page = keysetPage(query, sql`coalesce(${notices.at}, ${notices.happenedAt})`, historyId);
  return await database
    .select({ ...getTableColumns(notices), historyId })
    .from(notices)
    .where(
      and(
        eq(notices.shop, shop),
        eq(notices.contractId, contract),
        inArray(notices.state, ['sent', 'not sent']),
        page.where,
      ),
    )
    .orderBy(page.orderBy)
    .limit(page.limit);
}

/** Erases what the customers of contracts were told. */
export async function forgetNotices(
  database: Pick<Database, 'delete'>,
  shop: string,
  contracts: readonly string[],
): Promise<void> {
  await database
    .delete(notices)
    .where(and(eq(notices.shop, shop), inArray(notices.contractId, [...contracts])));
}

/** Deletes what was told very long ago. */
export async function forgetOldNotices(database: Database, now: Date): Promise<void> {
  await database
    .delete(notices)
    .where(lt(notices.happenedAt, new Date(now.getTime() - keptDays * 86_400_000)));
}
