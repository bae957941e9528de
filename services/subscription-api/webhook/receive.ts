import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { ServiceError } from '../service-error.ts';
import type { ShopContext } from '../shop-context.ts';
import type { Database } from '../store/database.ts';
import { awaitLease } from '../store/lease.ts';
import { webhookTable } from '../store/schema.ts';
import { type Webhook, webhookTopics } from './topics.ts';

/** Longer than any may take, in ms. */
const longestWork = 60_000;
/** The platform waits for 5 s. */
const longestWait = 4_000;

const underWay = 'This webhook is being carried out already.';

/**
 * Carries a verified webhook out once, however often it is sent, also at once. One whose work broke off is carried out again when the platform
 * sends it again.
 * @throws ServiceError 503 where another delivery of it takes too long
 */
export async function receiveWebhook(context: ShopContext, webhook: Webhook): Promise<void> {
  const { database, shop, logger } = context;
  const { id, topic, triggeredAt } = webhook;
  const carryOut = webhookTopics.get(topic);
  if (carryOut === undefined) {
    logger.warn({ shop, topic, webhook: id }, 'nobody handles this webhook');
    return;
  }
  const patience = { wait: context.wait, deadline: context.deadline, longestWait };
  const name = { shop, name: `webhook ${id}` };
  const lease = await awaitLease(database, name, () => longestWork, patience);
  // The platform sends it again, by which time it is known what came of the other delivery.
  if (lease === null) throw new ServiceError(503, { message: underWay });
  try {
    const mine = and(eq(webhookTable.shop, shop), eq(webhookTable.id, id));
    await database
      .insert(webhookTable)
      .values({ shop, id, topic, triggeredAt })
      .onConflictDoNothing();
    const [row] = await database.select().from(webhookTable).where(mine);
    if (row !== undefined && row.outcome !== null) {
      logger.info({ shop, topic, webhook: id }, 'a webhook came again');
      return;
    }
    const outcome = await carryOut(context, webhook);
    await database.update(webhookTable).set({ outcome }).where(mine);
    logger.info({ shop, topic, webhook: id, outcome }, 'a webhook was carried out');
  } finally {
    await lease.end();
  }
}

/** Forgets webhooks that can't come again. Those about customers stay: they are the record of the request. */
export async function forgetOldWebhooks(database: Database): Promise<void> {
  await database
    .delete(webhookTable)
    .where(
      and(
        inArray(webhookTable.topic, ['app/uninstalled', 'app/scopes_update', 'orders/delete']),
        lt(webhookTable.receivedAt, sql`now() - interval '30 days'`),
      ),
    );
}
