import { magicLinkPath } from '#contract/portal-paths.ts';
import type { SubscriptionApiHandlers } from '../../handlers.ts';
import { requireActiveVendor } from '../../shop/active-vendor.ts';
import { shopName } from '../../shop/documents.ts';
import { saveMagicLink } from './store.ts';

export const magicLinkHandlers = {
  createMagicLink: async (context, { body }) => {
    const { database, shop, appUrl, machineNow } = context;
    await requireActiveVendor(database, shop);
    // This call also renews the access token and checks the portal's scopes while the merchant is there.
    const data = await context.graphql(shopName, {});
    const target = { shop, shopName: data.shop.name, path: body.path };
    const url = new URL(magicLinkPath, appUrl);
    url.searchParams.set('token', await saveMagicLink(database, target, machineNow()));
    return { url: url.href };
  },
} satisfies Partial<SubscriptionApiHandlers>;
