import { and, eq, isNotNull, isNull } from 'drizzle-orm';
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

const namedSchema = z.object({ shop: z.string(), id: z.string() });

const purpose = 'unsubscribe';

/** The link in a customer's emails by which they unsubscribe, also with one click (RFC 8058). It names them, and opens nothing else. */
export function unsubscribeUrlOf(
  { shop, appUrl, encryptionKeys }: Pick<ShopContext, 'shop' | 'appUrl' | 'encryptionKeys'>,
  customerId: string,
): string {
  const url = new URL(unsubscribePath, appUrl);
  url.searchParams.set('token', sealed({ shop, id: customerId }, encryptionKeys, purpose));
  return url.href;
}

/** Keeps whether a customer wants emails that are no duty, and tells it in their subscriptions' timelines. False for a customer who is gone. */
async function setUnsubscribed(
  context: ShopContext,
  customerId: string,
  isUnsubscribed: boolean,
): Promise<boolean> {
  const { shop, now } = context;
  const isCustomer = and(eq(customers.shop, shop), eq(customers.id, customerId));
  return await context.database.transaction(async (database) => {
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
      .where(and(eq(contracts.shop, shop), eq(contracts.customerId, customerId)));
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
      (await setUnsubscribed(shopContextOf(dependencies, named.shop), named.id, isUnsubscribed));
    if (!isDone) throw notFound('This link doesn’t work any more.');
    return undefined;
  },
};
