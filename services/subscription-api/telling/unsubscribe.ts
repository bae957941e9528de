import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { z } from 'zod';
import type { Handlers } from '#contract/endpoint.ts';
import { type unsubscribeEndpoints, unsubscribePath } from '#contract/unsubscribe.ts';
import type { SubscriptionApiDependencies } from '../dependencies.ts';
import { recordInTimeline } from '../recurring/timeline/timeline.ts';
import { notFound } from '../service-error.ts';
import { type ShopContext, shopContextOf } from '../shop-context.ts';
import {
  subscriptionContractTable as contracts,
  storeCustomerTable as customers,
} from '../store/schema.ts';
import { sealed, unsealed } from './sealed-link.ts';

const namedSchema = z.object({
  shop: z.string(),
  id: z.string(),
  /** The email's subscription. Older emails name none. */
  contract: z.string().default(''),
});
type Named = z.infer<typeof namedSchema>;

const purpose = 'unsubscribe';

/** The link in a customer's emails by which they unsubscribe, also with one click (RFC 8058). It names them, and opens nothing else. */
export function unsubscribeUrlOf(
  { shop, appUrl, encryptionKeys }: Pick<ShopContext, 'shop' | 'appUrl' | 'encryptionKeys'>,
  { id, contract }: Omit<Named, 'shop'>,
): string {
  const url = new URL(unsubscribePath, appUrl);
  const named: Named = { shop, id, contract };
  url.searchParams.set('token', sealed(named, encryptionKeys, purpose));
  return url.href;
}

/**
 * Keeps whether a customer wants emails that are no duty, and tells it in their subscriptions' timelines. They may have been merged into another since
 * the email, who has its subscription now. False for a customer who is gone.
 */
async function setUnsubscribed(
  context: ShopContext,
  { id: customerId, contract }: Omit<Named, 'shop'>,
  isUnsubscribed: boolean,
): Promise<boolean> {
  const { shop, now } = context;
  return await context.database.transaction(async (database) => {
    const [owner] = await database
      .select({ id: contracts.customerId })
      .from(contracts)
      .where(and(eq(contracts.shop, shop), eq(contracts.id, contract)));
    const ids = [customerId, owner?.id ?? customerId];
    const isCustomer = and(eq(customers.shop, shop), inArray(customers.id, ids));
    const isOther = isUnsubscribed
      ? isNull(customers.unsubscribedAt)
      : isNotNull(customers.unsubscribedAt);
    const changed = await database
      .update(customers)
      .set({ unsubscribedAt: isUnsubscribed ? now() : null })
      .where(and(isCustomer, isOther))
      .returning({ id: customers.id });
    if (changed.length === 0) return (await database.$count(customers, isCustomer)) > 0;
    const theirs = await database
      .select({ id: contracts.id })
      .from(contracts)
      .where(and(eq(contracts.shop, shop), inArray(contracts.customerId, ids)));
    for (const { id } of theirs) {
      await recordInTimeline(
        { ...context, database },
        {
          contract: id,
          kind: isUnsubscribed ? 'unsubscribed' : 'subscribed again',
          by: { who: 'customer' },
        },
      );
    }
    return true;
  });
}

export const unsubscribeHandlers: Handlers<
  typeof unsubscribeEndpoints,
  SubscriptionApiDependencies
> = {
  unsubscribe: async (dependencies, { body: { token, isUnsubscribed } }) => {
    const named = unsealed(token, dependencies.encryptionKeys, purpose, namedSchema);
    const isDone =
      named !== null &&
      (await setUnsubscribed(shopContextOf(dependencies, named.shop), named, isUnsubscribed));
    if (!isDone) throw notFound('This link doesn’t work any more.');
    return undefined;
  },
};
