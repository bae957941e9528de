import { globalIdOf } from '#contract/global-id.ts';
import type { Ordered } from '#contract/scale.ts';
import { opensTheApp } from '#contract/vendor-status.ts';
import { isRefused, keepIfRefused } from '../../recurring/billing/refused-shop.ts';
import {
  billingStopped,
  isUntried,
  orderByUse,
  orderRefused,
} from '../../recurring/contracts/order-by-use.ts';
import { ServiceError } from '../../service-error.ts';
import { findVendor } from '../../shop/vendor.ts';
import type { ShopContext } from '../../shop-context.ts';
import { getRecipients } from '../../telling/documents.ts';
import { writableFrom } from '../../telling/quiet-hours.ts';
import { type CallingScale, keepUse } from './store.ts';

const hour = 3_600_000;
const busyMilliseconds = 60_000;

/** Somebody charges the contract, or changes it. */
export const busy = () => {
  const message = 'An order of this subscription is being worked on. Ask again in a minute.';
  return new ServiceError('unavailable', { message }, undefined, busyMilliseconds);
};

/**
 * Orders once for a usage-based subscription, to be charged some hours after its customer can be told. A repeated request finds the order
 * that isn't over yet, and answers as the first one did.
 * @throws ServiceError with the reason in its details where the subscription can't be ordered now; PlatformError if the platform fails
 */
export async function orderNow(
  context: ShopContext,
  id: string,
  scale: CallingScale,
): Promise<Ordered> {
  const { database, shop } = context;
  await keepUse(database, scale, context.now());
  const isOpen = opensTheApp(await findVendor(database, shop));
  // Shopify refuses a store that has uninstalled, or is frozen, at every call: one of them is enough to know.
  if (!isOpen || (await isRefused(context))) throw billingStopped();
  try {
    return await orderByUse(context, id, {
      by: { who: 'scale', name: scale.name },
      noticeFor: ({ noticeHours }) => noticeHours * hour,
      writableFrom: async (now, timeZone) =>
        writableFrom(now, await countryOf(context, id), timeZone),
      ordered: (open, kept) => {
        if (isUntried(kept)) return open;
        throw orderRefused('last order not over', 'The last order is not paid yet.');
      },
      seen: () => undefined,
      busy,
    });
  } catch (error) {
    throw (await keepIfRefused(context, error)) ? billingStopped() : error;
  }
}

/** The order's destination; null if nobody knows it. */
export async function countryOf(context: ShopContext, id: string): Promise<string | null> {
  const ids = [globalIdOf('SubscriptionContract', id)];
  const { nodes } = await context.graphql(getRecipients, { ids });
  return nodes[0]?.deliveryMethod?.address?.countryCodeV2 ?? null;
}
