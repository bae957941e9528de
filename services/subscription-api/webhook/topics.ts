import { and, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { formatCount } from '#contract/format.ts';
import { describeCustomerData, eraseCustomer } from '../fulfilling/order/customer-data.ts';
import { importLeaseName } from '../fulfilling/order/import-lease.ts';
import { forgetOrders } from '../fulfilling/order/rows.ts';
import { closePortal } from '../merchant/portal/close.ts';
import { missingScopes } from '../platform/scopes.ts';
import { keepRefusal } from '../recurring/billing/refused-shop.ts';
import { stopForUninstall } from '../recurring/billing-settings/uninstall.ts';
import { countImported, eraseImported } from '../recurring/importing/customer-data.ts';
import {
  countContractsOfCustomer,
  eraseContractCustomer,
} from '../recurring/mirror/customer-data.ts';
import { getContract } from '../recurring/mirror/documents.ts';
import { beginMirror } from '../recurring/mirror/sweep.ts';
import {
  type ContractInWebhook,
  contractInWebhook,
  contractOfAttempt,
  contractOfCycle,
  paymentMethodInWebhook,
  refreshAnnounced,
  refreshPaidBy,
} from '../recurring/mirror/webhooks.ts';
import { mailMerchant } from '../recurring/telling/merchant-mail.ts';
import { type FailureKind, ServiceError } from '../service-error.ts';
import { accessTokenMilliseconds } from '../sessions/expiry.ts';
import type { ShopContext } from '../shop-context.ts';
import { revokeLease } from '../store/lease.ts';
import { sessionTable, webhookTable } from '../store/schema.ts';
import { parcelInWebhook, tellOfParcel } from '../telling/parcel-notices.ts';
import { isNews, productInWebhook, tellOfProduct } from '../telling/product-notices.ts';
import { askForInstallation } from './documents.ts';
import { eraseShop } from './shop-data.ts';

/** A webhook from the inbox; `about` is the part of the body that its topic stores. */
type Webhook<About> = { id: string; topic: string; triggeredAt: Date; about: About };

type CarryOut<About> = (context: ShopContext, webhook: Webhook<About>) => Promise<string>;

type Topic = {
  /** The part of the body that is stored until the webhook is handled. */
  about: z.ZodType;
  /** How many days its row stays; null: until the shop is erased. */
  keptDays: number | null;
  /** Says that nothing is to do about one, so that it isn't even stored. */
  isNews?: (context: ShopContext, about: unknown) => Promise<boolean>;
  /** Handles a webhook and returns in a few words what it did. Repeating it does no harm. */
  carryOut: CarryOut<unknown>;
};

function topic<About>(
  about: z.ZodType<About>,
  keptDays: number | null,
  carryOut: CarryOut<About>,
  isNews?: (context: ShopContext, about: About) => Promise<boolean>,
): Topic {
  return {
    about,
    keptDays,
    ...(isNews && { isNews: (context, told) => isNews(context, about.parse(told)) }),
    carryOut: (context, webhook) =>
      carryOut(context, { ...webhook, about: about.parse(webhook.about) }),
  };
}

const hasToken = async ({ database, shop }: ShopContext) =>
  (await database.$count(sessionTable, eq(sessionTable.shop, shop))) > 0;

/** Removes the shop's tokens, closes its portal and stops its billing, except for what dates from after the shop came back. */
async function leaveShop(context: ShopContext, { triggeredAt }: Webhook<unknown>) {
  const { database, shop } = context;
  const issuedBefore = new Date(triggeredAt.getTime() + accessTokenMilliseconds);
  const isOld = or(isNull(sessionTable.expires), lte(sessionTable.expires, issuedBefore));
  await database.delete(sessionTable).where(and(eq(sessionTable.shop, shop), isOld));
  context.forgetSessions();
  // No webhook tells us of changes from now on. If the shop comes back, its contracts are read first.
  if (!(await hasToken(context))) await keepRefusal(context, 'not authorized');
  await closePortal(database, shop, triggeredAt);
  await stopForUninstall(context, triggeredAt);
  return 'The tokens of the shop were removed, its portal was closed, and it is not billed any more.';
}

const scopesSchema = z.object({ current: z.array(z.string()) });

async function keepScopes(
  context: ShopContext,
  { triggeredAt, about: { current } }: Webhook<z.infer<typeof scopesSchema>>,
) {
  const { database, shop } = context;
  const [later] = await database
    .select({ id: webhookTable.id })
    .from(webhookTable)
    .where(
      and(
        eq(webhookTable.shop, shop),
        inArray(webhookTable.topic, ['app/scopes_update', 'app/uninstalled']),
        gt(webhookTable.triggeredAt, triggeredAt),
      ),
    );
  if (later !== undefined) return 'A later update or uninstallation came first.';
  await database
    .update(sessionTable)
    .set({ scope: current.join(',') })
    .where(eq(sessionTable.shop, shop));
  context.forgetSessions();
  if (missingScopes(getContract.scopes, current).length === 0) await beginMirror(context);
  return 'The scopes of the stored tokens were updated.';
}

/** How calls of the platform fail after the shop uninstalled the app. */
const uninstalled: readonly FailureKind[] = ['not authorized', 'not granted', 'shop gone'];

/**
 * Whether the shop has installed the app again after uninstalling it. We try its token, because the platform ends all tokens with an installation.
 * @throws ServiceError if the platform can't say
 */
async function isInstalledAgain(context: ShopContext): Promise<boolean> {
  if (!(await hasToken(context))) return false;
  try {
    await context.graphql(askForInstallation, {});
    return true;
  } catch (error) {
    if (error instanceof ServiceError && uninstalled.includes(error.kind)) return false;
    throw error;
  }
}

/** The platform sends this 48 hours after an uninstall, whatever happened since. */
async function eraseEverything(context: ShopContext) {
  if (await isInstalledAgain(context)) return 'The shop has the app again. Nothing was erased.';
  await eraseShop(context.database, context.shop).finally(context.forgetSessions);
  return 'Everything of the shop was erased.';
}

const customerSchema = z.object({
  customer: z.object({ id: z.coerce.string(), email: z.string().nullish() }).optional(),
});
type AboutCustomer = Webhook<z.infer<typeof customerSchema>>;

async function eraseOneCustomer({ database, shop }: ShopContext, { about }: AboutCustomer) {
  const { customer } = about;
  if (customer === undefined) return 'No customer was named. There was nothing to erase.';
  await eraseImported(database, shop, { id: customer.id, email: customer.email ?? null });
  // Nobody else would end a request that couldn't be mailed, which says whose it is.
  await database
    .update(webhookTable)
    .set({ about: null, outcome: 'The customer was erased before it was answered.' })
    .where(
      and(
        eq(webhookTable.shop, shop),
        eq(webhookTable.topic, 'customers/data_request'),
        isNull(webhookTable.outcome),
        sql`${webhookTable.about}->'customer'->>'id' = ${customer.id}`,
      ),
    );
  // Before all else, so that a running refresh of the contracts can't bring the name back.
  const contracts = await eraseContractCustomer(database, shop, customer.id);
  const orders = await eraseCustomer(database, shop, customer.id);
  const subscriptions =
    contracts > 0
      ? ` Nor ${contracts === 1 ? 'does' : 'do'} ${formatCount(contracts, 'subscription')}, and how it is paid was erased.`
      : '';
  return `The customer's name and address were erased, and ${orders} orders no longer say whose they are.${subscriptions}`;
}

/** Mails the merchant, who has to answer the customer, what is stored. The outcome, which is kept, doesn't say of whom. */
async function sayWhatIsStored(context: ShopContext, { id: webhook, about }: AboutCustomer) {
  const { database, shop } = context;
  const { id = '', email = null } = about.customer ?? {};
  const { facts, orders } = await describeCustomerData(database, shop, id);
  const contracts = await countContractsOfCustomer(database, shop, id);
  const { lines, references } = await countImported(database, shop, { id, email });
  const counted = orders > 0 ? [formatCount(orders, 'order')] : [];
  const stored = [
    facts.length + orders > 0 ? `Stored: ${[...facts, ...counted].join(', ')}.` : [],
    contracts > 0
      ? `Of ${formatCount(contracts, 'subscription')} is stored what is sold and when, what the customer was told of it, the kind, last four digits and expiry of how it is paid, and a hash of where it is delivered.`
      : [],
    lines > 0
      ? `Of ${formatCount(lines, 'line')} of imported files is stored what they say of the customer, such as name, email address, delivery address and payment method.`
      : [],
    references > 0
      ? `Of ${formatCount(references, 'subscription')} is stored by what the file of the import named it.`
      : [],
  ].flat();
  if (stored.length === 0) stored.push('Nothing is stored about the customer.');
  const isTold = await mailMerchant(context, `data request ${webhook}`, {
    subject: 'A customer asks for their data',
    heading: 'A customer asks for their data',
    paragraphs: [
      `Customer ${id} of your store asked for what is stored about them. You have 30 days to answer. This is what Cadence stores:`,
      ...stored,
    ],
    facts: [],
    button: { text: 'See the customer in Shopify', url: `https://${shop}/admin/customers/${id}` },
  });
  // As a dead letter, an operator hears of it, and the row still says who asked.
  if (!isTold) throw new Error('The merchant can’t be mailed that a customer asks for their data.');
  return stored.join(' ');
}

const orderSchema = z.object({ id: z.coerce.string().regex(/^\d{1,20}$/) });

async function forgetOrder(
  { database, shop }: ShopContext,
  { about: { id } }: Webhook<z.infer<typeof orderSchema>>,
) {
  await database.transaction(async (transaction) => {
    // A running import may hold the order. It loses its lease.
    await revokeLease(transaction, importLeaseName(shop));
    await forgetOrders(transaction, shop, [id]);
  });
  return 'The order counts nowhere any more.';
}

/** For so many days a repeated webhook of a topic that comes often is ignored. */
const oftenDays = 7;

/** Such webhooks only make us read the platform again, so a late duplicate does no harm. */
const aboutContract = (body: z.ZodType<ContractInWebhook>) =>
  topic(body, oftenDays, (context, { about }) => refreshAnnounced(context, about));
const aboutPaymentMethod = topic(paymentMethodInWebhook, oftenDays, (context, { about }) =>
  refreshPaidBy(context, about),
);

const nothing = z.unknown().transform(() => null);

/** For each topic in shopify.app.toml: what we store of it, for how long, and how we handle it. */
export const webhookTopics: ReadonlyMap<string, Topic> = new Map([
  ['app/uninstalled', topic(nothing, 30, leaveShop)],
  ['app/scopes_update', topic(scopesSchema, 30, keepScopes)],
  ['orders/delete', topic(orderSchema, 30, forgetOrder)],
  ...['create', 'update', 'activate', 'pause', 'cancel', 'expire', 'fail'].map(
    (change) => [`subscription_contracts/${change}`, aboutContract(contractInWebhook)] as const,
  ),
  ...['success', 'failure', 'challenged'].map(
    (end) => [`subscription_billing_attempts/${end}`, aboutContract(contractOfAttempt)] as const,
  ),
  ...[
    'cycles/skip',
    'cycles/unskip',
    'cycle_edits/create',
    'cycle_edits/update',
    'cycle_edits/delete',
  ].map((change) => [`subscription_billing_${change}`, aboutContract(contractOfCycle)] as const),
  ...['create', 'update', 'revoke'].map(
    (change) => [`customer_payment_methods/${change}`, aboutPaymentMethod] as const,
  ),
  ...['create', 'update'].map(
    (change) =>
      [`fulfillments/${change}`, topic(parcelInWebhook, oftenDays, tellOfParcel)] as const,
  ),
  ['products/update', topic(productInWebhook, oftenDays, tellOfProduct, isNews)],
  ['shop/redact', topic(nothing, null, eraseEverything)],
  // A record of the customer's request.
  ['customers/redact', topic(customerSchema, null, eraseOneCustomer)],
  ['customers/data_request', topic(customerSchema, null, sayWhatIsStored)],
]);
