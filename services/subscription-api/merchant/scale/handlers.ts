import type { Handlers } from '#contract/endpoint.ts';
import { originalIdOf } from '#contract/global-id.ts';
import type { ScaleList } from '#contract/scale.ts';
import type { putOffEndpoints, scaleEndpoints } from '#contract/scale-endpoints.ts';
import { scaleOrderPath } from '#contract/scale-paths.ts';
import type { SubscriptionApiDependencies } from '../../dependencies.ts';
import type { SubscriptionApiHandlers } from '../../handlers.ts';
import {
  findSettings,
  lockSettings,
  writeSettings,
} from '../../recurring/billing-settings/settings.ts';
import { forVendors, lockActiveVendor } from '../../shop/active-vendor.ts';
import { recordSettingChange } from '../../shop/setting-change.ts';
import { shownTimeZoneOf } from '../../shop/store-time-zone.ts';
import { type ShopContext, shopContextOf } from '../../shop-context.ts';
import { providersOf } from '../../telling/providers.ts';
import { orderNow } from './order-now.ts';
import { findPutOff, openPutOff, putOff } from './put-off.ts';
import { type CallingScale, createScale, listScales, revokeScale } from './store.ts';

async function listed(context: ShopContext): Promise<ScaleList> {
  const { database, shop, appUrl } = context;
  const { noticeHours } = await findSettings(database, shop);
  return {
    scales: await listScales(database, shop),
    noticeHours,
    hasMailServer: providersOf(context).email,
    url: appUrl + scaleOrderPath('{id}'),
    timeZone: await shownTimeZoneOf(context),
  };
}

export const scaleHandlers = {
  listScales: forVendors((context) => listed(context)),
  createScale: (context, { body: { name } }) => createScale(context, name),
  updateScales: async (context, { body: { noticeHours } }) => {
    const { database, shop } = context;
    await database.transaction(async (transaction) => {
      await lockActiveVendor(transaction, shop, 'share');
      const { noticeHours: from } = await lockSettings(transaction, shop);
      await writeSettings(transaction, shop, { noticeHours });
      const change = { setting: 'billing.noticeHours', from, to: noticeHours };
      await recordSettingChange(transaction, context, change);
    });
    return await listed(context);
  },
  // Suspended vendors may revoke too.
  revokeScale: async (context, { id }) => {
    await revokeScale(context, id);
    return undefined;
  },
} satisfies Partial<SubscriptionApiHandlers>;

/** The context of a scale's order: its shop, without a merchant. */
type ScaleContext = ShopContext & { readonly scale: CallingScale };

export const orderHandlers: Handlers<typeof scaleEndpoints, ScaleContext> = {
  orderNow: (context, { id }) => orderNow(context, originalIdOf(id), context.scale),
};

export const putOffHandlers: Handlers<typeof putOffEndpoints, SubscriptionApiDependencies> = {
  getPutOff: async (dependencies, { query }) => {
    const order = openPutOff(dependencies, query.order);
    return await findPutOff(shopContextOf(dependencies, order.shop), order);
  },
  putOff: async (dependencies, { body }) => {
    const order = openPutOff(dependencies, body.order);
    return await putOff(shopContextOf(dependencies, order.shop), order, body.days);
  },
};
