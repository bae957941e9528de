import { and, eq, gt, isNull, lte, or } from 'drizzle-orm';
import { z } from 'zod';
import { countCustomerData, eraseCustomer } from '../fulfilling/order/customer-data.ts';
import { importLeaseName } from '../fulfilling/order/import-lease.ts';
import { forgetOrders } from '../fulfilling/order/rows.ts';
import { closePortal } from '../merchant/portal/close.ts';
import { PlatformError, ServiceError } from '../service-error.ts';
import { accessTokenMilliseconds } from '../sessions/expiry.ts';
import type { ShopContext } from '../shop-context.ts';
import { revokeLease } from '../store/lease.ts';
import { sessionTable, webhookTable } from '../store/schema.ts';
import { askForInstallation } from './documents.ts';
import { eraseShop } from './shop-data.ts';

/** A verified webhook of the shop. */
export type Webhook = { id: string; topic: string; triggeredAt: Date; body: unknown };

/** Carries a webhook out and says in a few words what was done; harmless when done again. */
type Topic = (context: ShopContext, webhook: Webhook) => Promise<string>;

/** Removes the shop's tokens and closes its portal, except for what came after the shop came back. */
async function forgetTokens({ database, shop }: ShopContext, { triggeredAt }: Webhook) {
  const issuedBefore = new Date(triggeredAt.getTime() + accessTokenMilliseconds);
  const isOld = or(isNull(sessionTable.expires), lte(sessionTable.expires, issuedBefore));
  await database.delete(sessionTable).where(and(eq(sessionTable.shop, shop), isOld));
  await closePortal(database, shop, triggeredAt);
  return 'The tokens of the shop were removed and its portal was closed.';
}

const scopesSchema = z.object({ current: z.array(z.string()) });

async function keepScopes(context: ShopContext, { topic, triggeredAt, body }: Webhook) {
  const { database, shop } = context;
  const { current } = scopesSchema.parse(body);
  const [later] = await database
    .select({ id: webhookTable.id })
    .from(webhookTable)
    .where(
      and(
        eq(webhookTable.shop, shop),
        eq(webhookTable.topic, topic),
        gt(webhookTable.triggeredAt, triggeredAt),
      ),
    );
  if (later !== undefined) return 'A later update of the scopes came first.';
  await database
    .update(sessionTable)
    .set({ scope: current.join(',') })
    .where(eq(sessionTable.shop, shop));
  return 'The scopes of the stored tokens were updated.';
}

/**
 * Whether the shop has the app, although it was uninstalled: merchants come back. Its token says so, as the platform ends all of them
 * with an installation.
 * @throws ServiceError where the platform can't say
 */
async function isInstalledAgain(context: ShopContext): Promise<boolean> {
  const { database, shop } = context;
  if ((await database.$count(sessionTable, eq(sessionTable.shop, shop))) === 0) return false;
  try {
    await context.graphql(askForInstallation, {});
    return true;
  } catch (error) {
    if (error instanceof ServiceError && error.status === 401) return false;
    if (error instanceof PlatformError && error.kind === 'shop gone') return false;
    throw error;
  }
}

/** The platform sends it 48 hours after the app was uninstalled, whatever happened since. */
async function eraseEverything(context: ShopContext) {
  if (await isInstalledAgain(context)) return 'The shop has the app again. Nothing was erased.';
  await eraseShop(context.database, context.shop);
  return 'Everything of the shop was erased.';
}

const customerSchema = z.object({ customer: z.object({ id: z.coerce.string() }).optional() });

async function eraseOneCustomer({ database, shop }: ShopContext, { body }: Webhook) {
  const { customer } = customerSchema.parse(body);
  if (customer === undefined) return 'No customer was named. There was nothing to erase.';
  const orders = await eraseCustomer(database, shop, customer.id);
  return `The customer's name and address were erased, and ${orders} orders no longer say whose they are.`;
}

async function sayWhatIsStored({ database, shop }: ShopContext, { body }: Webhook) {
  const { customer } = customerSchema.parse(body);
  const { isNamed, orders } = await countCustomerData(database, shop, customer?.id ?? '');
  if (!isNamed && orders === 0) return 'Nothing is stored about the customer.';
  return `Stored are the customer's name and email address, and ${orders} orders: all of it is on the customer's page in the vendor portal.`;
}

const orderSchema = z.object({ id: z.coerce.string().regex(/^\d{1,20}$/) });

async function forgetOrder({ database, shop }: ShopContext, { body }: Webhook) {
  const { id } = orderSchema.parse(body);
  await database.transaction(async (transaction) => {
    // A reading that is under way may hold the order: it loses its turn.
    await revokeLease(transaction, importLeaseName(shop));
    await forgetOrders(transaction, shop, [id]);
  });
  return 'The order counts nowhere any more.';
}

/** What is done for each of the topics in shopify.app.toml. */
export const webhookTopics: ReadonlyMap<string, Topic> = new Map<string, Topic>([
  ['app/uninstalled', forgetTokens],
  ['app/scopes_update', keepScopes],
  ['orders/delete', forgetOrder],
  ['shop/redact', eraseEverything],
  ['customers/redact', eraseOneCustomer],
  ['customers/data_request', sayWhatIsStored],
]);
