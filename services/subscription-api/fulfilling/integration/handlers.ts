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
import { requireActiveVendor } from '../../shop/active-vendor.ts';
import { shownTimeZoneOf } from '../../shop/store-time-zone.ts';
import type { ShopContext } from '../../shop-context.ts';
import { findIntegrations, forgetIntegration, keepIntegration } from './store.ts';

const keysRefused =
  'ShipStation doesn’t accept this key and secret. Check both in ShipStation under Settings, Account, API Settings, then try again.';
const didNotAnswer =
  'ShipStation isn’t responding as it should, so nothing was saved. Try again in a few minutes.';
const rateLimited = (retryInWords: string) =>
  `ShipStation is limiting requests for your account right now, so nothing was saved. Try again ${retryInWords}.`;

/** Returns the account's name; throws ShipStation's refusal or failure as a ServiceError. */
async function checked(
  { shipStation, deadline }: ShopContext,
  keys: ShipStationKeys,
): Promise<string> {
  try {
    return await findAccountName(shipStation, keys, deadline);
  } catch (error) {
    // ShipStation doesn't say which of the two is wrong.
    if (error instanceof KeysRefusedError) throw invalidFields({ '': [keysRefused] });
    if (error instanceof RateLimitedError) {
      throw new ServiceError('unavailable', { message: rateLimited(error.retryInWords) }, error);
    }
    if (error instanceof ShipStationFailedError) {
      throw new ServiceError('failed', { message: didNotAnswer }, error);
    }
    throw error;
  }
}

async function listOf(context: ShopContext): Promise<IntegrationList> {
  const [integrations, timeZone] = await Promise.all([
    findIntegrations(context),
    shownTimeZoneOf(context),
  ]);
  return { integrations, timeZone };
}

export const integrationHandlers = {
  listIntegrations: async (context) => {
    await requireActiveVendor(context.database, context.shop);
    return await listOf(context);
  },
  connectIntegration: async (context, { body: { shipstation: keys } }) => {
    await requireActiveVendor(context.database, context.shop);
    const accountName = await checked(context, keys);
    await keepIntegration(context, 'shipstation', { keys, accountName });
    return await listOf(context);
  },
  // Suspended vendors may disconnect too, so that keys nobody needs can go.
  disconnectIntegration: async (context, { id }) => {
    await forgetIntegration(context, id);
    return undefined;
  },
} satisfies Partial<SubscriptionApiHandlers>;
