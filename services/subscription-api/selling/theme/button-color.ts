import { buttonColorMetafield } from '#contract/theme.ts';
import { platformFailed } from '../../platform/platform-error.ts';
import { findVendor } from '../../shop/vendor.ts';
import type { ShopContext } from '../../shop-context.ts';
import { readInstallation, setMetafields } from './documents.ts';

/**
 * Hands the vendor's button colour to the storefront, where the widget's Liquid reads it from a metafield that only this app can
 * write. Call it whenever `settings.buttonColor` is saved.
 * @param color hexadecimal, such as `#0632c2`
 * @throws PlatformError `failed` where the platform fails or refuses the colour
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
 * Hands over the colour that the vendor has, until what the storefront has is what is kept: another merchant's colour may overtake one
 * on its way. Nothing happens where the shop has no vendor.
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
