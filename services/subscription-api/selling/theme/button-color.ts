import { buttonColorMetafield } from '#contract/theme.ts';
import { platformFailed } from '../../platform/platform-error.ts';
import { findVendor } from '../../shop/vendor.ts';
import type { ShopContext } from '../../shop-context.ts';
import { readInstallation, setMetafields } from './documents.ts';

/**
 * Publishes the vendor's button color to the storefront: the widget's Liquid reads it from a metafield that only this app can write. Call it whenever
 * `settings.buttonColor` is saved.
 * @param color hexadecimal, such as `#0632c2`
 * @throws PlatformError, `failed` also if Shopify refuses the color
 */
export async function publishButtonColor(context: ShopContext, color: string): Promise<void> {
  const { currentAppInstallation } = await context.graphql(readInstallation, {});
  const answer = await context.graphql(setMetafields, {
    metafields: [{ ...buttonColorMetafield, ownerId: currentAppInstallation.id, value: color }],
  });
  const [error] = answer.metafieldsSet?.userErrors ?? [];
  if (error !== undefined) throw platformFailed(new Error(`metafieldsSet: ${error.message}`));
}

/**
 * Publishes the vendor's stored color, again until both agree, since another user's color may be saved in the meantime. Does nothing if the shop has
 * no vendor.
 * @throws ServiceError as {@link publishButtonColor}
 */
export async function publishKeptColor(context: ShopContext): Promise<void> {
  let published: string | undefined;
  for (;;) {
    const kept = (await findVendor(context.database, context.shop))?.settings.buttonColor;
    if (kept === undefined || kept === published) return;
    await publishButtonColor(context, kept);
    published = kept;
  }
}
