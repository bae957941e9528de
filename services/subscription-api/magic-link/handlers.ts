import { magicLinkPath } from '#contract/portal-paths.ts';
import { opensTheApp } from '#contract/vendor.ts';
import type { SubscriptionApiHandlers } from '../handlers.ts';
import { ServiceError } from '../service-error.ts';
import { findVendor } from '../vendor/store.ts';
import { shopName } from './documents.ts';
import { saveMagicLink } from './store.ts';

export const magicLinkHandlers = {
  createMagicLink: async (context, { body }) => {
    const { database, shop, appUrl, now } = context;
    if (!opensTheApp(await findVendor(database, shop))) {
      throw new ServiceError(403, { message: 'The vendor portal opens once you are approved.' });
    }
    // Also makes sure of an access token and its scopes while the merchant is there: the portal can ask nobody for them.
    const data = await context.graphql(shopName, {});
    const target = { shop, shopName: data.shop.name, path: body.path };
    const url = new URL(magicLinkPath, appUrl);
    url.searchParams.set('token', await saveMagicLink(database, target, now()));
    return { url: url.href };
  },
} satisfies Partial<SubscriptionApiHandlers>;
