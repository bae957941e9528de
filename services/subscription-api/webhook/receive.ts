import { and, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { keptDays as deadLetterDays } from '../jobs/engine.ts';
import type { ShopContext } from '../shop-context.ts';
import type { Database } from '../store/database.ts';
import { webhookTable } from '../store/schema.ts';
import { webhookTopics } from './topics.ts';

/**
 * Puts a verified webhook into the inbox, with the job that carries it out: both in one transaction, once, however often it is sent. One
 * that came before and was not carried out has its job still, or gets it again.
 * @throws ZodError where the body doesn't say what the topic is about
 */
export async function receiveWebhook(
  { database, shop, jobs, logger }: ShopContext,
  webhook: { id: string; topic: string; triggeredAt: Date; body: unknown },
): Promise<void> {
  const { id, topic, triggeredAt, body } = webhook;
  const policy = webhookTopics.get(topic);
  if (policy === undefined) {
    logger.warn({ shop, topic, webhook: id }, 'nobody handles this webhook');
    return;
  }
  const about = policy.about.parse(body);
  const isOpen = await database.transaction(async (transaction) => {
    const rows = await transaction
      .insert(webhookTable)
      .values({ shop, id, topic, triggeredAt, about })
      .onConflictDoUpdate({
        target: [webhookTable.shop, webhookTable.id],
        set: { about },
        setWhere: isNull(webhookTable.outcome),
      })
      .returning({ id: webhookTable.id });
    if (rows.length > 0)
      await jobs.send(transaction, 'webhook', { shop, webhook: id }, { key: id });
    return rows.length > 0;
  });
  if (isOpen) jobs.wake();
  else logger.info({ shop, topic, webhook: id }, 'a webhook came again');
}

/** Carries out a webhook of the inbox, unless that was done, and forgets what it was about. */
export async function carryOutWebhook(context: ShopContext, id: string): Promise<void> {
  const { database, shop, logger } = context;
  const mine = and(eq(webhookTable.shop, shop), eq(webhookTable.id, id));
  const [row] = await database.select().from(webhookTable).where(mine);
  // Erased with its shop, too old, or done by a job that died before it was marked.
  if (row === undefined || row.outcome !== null) return;
  const { topic } = row;
  const policy = webhookTopics.get(topic);
  // A newer version took it in: while instances are upgraded one by one, it gets it later.
  if (policy === undefined) throw new Error(`This version doesn't handle ${topic}.`);
  const outcome = await policy.carryOut(context, row);
  await database.update(webhookTable).set({ outcome, about: null }).where(mine);
  logger.info({ shop, topic, webhook: id, outcome }, 'a webhook was carried out');
}

/** By then the dead letter of one that was not carried out is gone, even if an operator sent it again on its last day. */
const openDays = deadLetterDays + 7;

/**
 * Forgets the webhooks that were carried out and are older than their topic's policy says, by when they can't come again. One that wasn't is kept
 * for as long as an operator may send its dead letter again.
 */
export async function forgetOldWebhooks(database: Database): Promise<void> {
  const { receivedAt, outcome } = webhookTable;
  const isOlder = (days: number) => lt(receivedAt, sql`now() - ${days} * interval '1 day'`);
  for (const [topic, { keptDays }] of webhookTopics) {
    if (keptDays === null) continue;
    const isOver = or(and(isOlder(keptDays), isNotNull(outcome)), isOlder(openDays));
    await database.delete(webhookTable).where(and(eq(webhookTable.topic, topic), isOver));
  }
}
