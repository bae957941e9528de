import type { IntegrationList } from '#contract/integration.ts';
import type { SubscriptionApiHandlers } from '../../handlers.ts';
import { invalidFields, ServiceError } from '../../service-error.ts';
import { findAccountName } from '../../shipstation/account.ts';
import {
  KeysRefusedError,
  RateLimitedError,
  ShipStationFailedError,
  type ShipStationKeys,
} from '../../shipstation/client.ts';
import { openVendor } from '../../shop/open-vendor.ts';
import { storeTimeZoneOf } from '../../shop/store-time-zone.ts';
import type { ShopContext } from '../../shop-context.ts';
import { findIntegrations, forgetIntegration, keepIntegration } from './store.ts';

const keysRefused =
  'ShipStation does not accept this key and secret. Compare both with those in ShipStation under Settings, Account, API Settings, and try again.';
const didNotAnswer =
  'ShipStation did not answer as it should. Nothing was saved: try again in a few minutes.';
const rateLimited = (retryInWords: string) =>
  `ShipStation takes no more requests for your account right now. Nothing was saved: try again ${retryInWords}.`;

/** The account's name; what ShipStation says against the keys becomes a ServiceError. */
async function checked(
  { shipStation, deadline }: ShopContext,
  keys: ShipStationKeys,
): Promise<string> {
  try {
    return await findAccountName(shipStation, keys, deadline);
  } catch (error) {
    // Which of the two is wrong, ShipStation does not say.
    if (error instanceof KeysRefusedError) throw invalidFields({ '': [keysRefused] });
    if (error instanceof RateLimitedError) {
      throw new ServiceError(503, { message: rateLimited(error.retryInWords) }, error);
    }
    if (error instanceof ShipStationFailedError) {
      throw new ServiceError(502, { message: didNotAnswer }, error);
    }
    throw error;
  }
}

async function listOf(context: ShopContext): Promise<IntegrationList> {
  const [integrations, timeZone] = await Promise.all([
    findIntegrations(context),
    storeTimeZoneOf(context),
  ]);
  return { integrations, timeZone };
}

export const integrationHandlers = {
  listIntegrations: async (context) => {
    await openVendor(context.database, context.shop);
    return await listOf(context);
  },
  connectIntegration: async (context, { body: { shipstation: keys } }) => {
    await openVendor(context.database, context.shop);
    const accountName = await checked(context, keys);
    await keepIntegration(context, 'shipstation', { keys, accountName });
    return await listOf(context);
  },
  // Also for a vendor who is suspended: keys that are not needed should go.
  disconnectIntegration: async (context, { id }) => {
    await forgetIntegration(context, id);
    return undefined;
  },
} satisfies Partial<SubscriptionApiHandlers>;
