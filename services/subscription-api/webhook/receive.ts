import { and, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { keptDays as deadLetterDays } from '../jobs/engine.ts';
import type { ShopContext } from '../shop-context.ts';
import type { Database } from '../store/database.ts';
import { type Place, prepared } from '../store/prepared.ts';
import { changerOf } from '../store/prepared-rows.ts';
import { webhookTable } from '../store/schema.ts';
import { webhookTopics } from './topics.ts';

type Received = { shop: string; id: string; topic: string; triggeredAt: string; about: string };

const keepWebhook = prepared((database, place: Place<Received>) =>
  database
    .insert(webhookTable)
    .values({
      ...{ shop: place('shop'), id: place('id'), topic: place('topic') },
      triggeredAt: sql`${place('triggeredAt')}`,
      about: sql`${place('about')}`,
    })
    .onConflictDoUpdate({
      target: [webhookTable.shop, webhookTable.id],
      set: { about: sql`excluded.about` },
      setWhere: isNull(webhookTable.outcome),
    })
    .returning({ id: webhookTable.id })
    .prepare(''),
);

/**
 * Puts a verified webhook into the inbox and sends its job, in one transaction and only once, however often the platform sends it. If an unhandled
 * one comes again, its job is sent again, unless it still exists.
 * @throws ZodError if the body doesn't say what the topic is about
 */
export async function receiveWebhook(
  context: ShopContext,
  webhook: { id: string; topic: string; triggeredAt: Date; body: unknown },
): Promise<void> {
  const { database, shop, jobs, logger } = context;
  const { id, topic, triggeredAt, body } = webhook;
  const policy = webhookTopics.get(topic);
  if (policy === undefined) {
    logger.warn({ shop, topic, webhook: id }, 'nobody handles this webhook');
    return;
  }
  const about = policy.about.parse(body);
  if (policy.isNews !== undefined && !(await policy.isNews(context, about))) return;
  const isOpen = await database.transaction(async (transaction) => {
    const rows = await keepWebhook(transaction, {
      ...{ shop, id, topic },
      triggeredAt: triggeredAt.toISOString(),
      about: JSON.stringify(about),
    });
    if (rows.length > 0)
      await jobs.send(transaction, 'webhook', { shop, webhook: id }, { key: id });
    return rows.length > 0;
  });
  if (isOpen) jobs.wake();
  else logger.info({ shop, topic, webhook: id }, 'a webhook came again');
}

const findWebhook = prepared((database, place: Place<{ shop: string; id: string }>) =>
  database
    .select()
    .from(webhookTable)
    .where(and(eq(webhookTable.shop, place('shop')), eq(webhookTable.id, place('id'))))
    .prepare(''),
);
const changeWebhook = changerOf(webhookTable, ['shop', 'id']);

/** Handles a webhook from the inbox, unless that was done, and erases what we stored of its body. */
export async function carryOutWebhook(context: ShopContext, id: string): Promise<void> {
  const { database, shop, logger } = context;
  const [row] = await findWebhook(database, { shop, id });
  // The row was erased with its shop or is too old, or a job handled it and died before it was marked.
  if (row === undefined || row.outcome !== null) return;
  const { topic } = row;
  const policy = webhookTopics.get(topic);
  // A newer version received it. While instances are upgraded one by one, a retry reaches one that handles it.
  if (policy === undefined) throw new Error(`This version doesn't handle ${topic}.`);
  const outcome = await policy.carryOut(context, row);
  await changeWebhook(database, { shop, id, outcome, about: null });
  logger.info({ shop, topic, webhook: id, outcome }, 'a webhook was carried out');
}

/** After that, an unhandled webhook's dead letter is gone, even if an operator sent it again on its last day. */
const openDays = deadLetterDays + 7;

/**
 * Deletes handled webhooks that are older than their topic's `keptDays`, when they can't come again. Unhandled ones stay for as long as an operator
 * may send their dead letters again.
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
