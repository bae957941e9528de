import { buttonColorMetafield } from '#contract/theme.ts';
import { platformFailed } from '../service-error.ts';
import type { ShopContext } from '../shop-context.ts';
import { readInstallation, setMetafields } from './documents.ts';

/**
 * Hands the vendor's button colour to the storefront, where the widget's Liquid reads it from a metafield that only this app can
 * write. Call it whenever `settings.buttonColor` is saved.
 * @param color hexadecimal, such as `#0632c2`
 * @throws ServiceError 502 where the platform fails or refuses the colour
 */
export async function publishButtonColor(context: ShopContext, color: string): Promise<void> {
  const { currentAppInstallation } = await context.graphql(readInstallation, {});
  const answer = await context.graphql(setMetafields, {
    metafields: [{ ...buttonColorMetafield, ownerId: currentAppInstallation.id, value: color }],
  });
  const [error] = answer.metafieldsSet?.userErrors ?? [];
  if (error !== undefined) throw platformFailed(new Error(`metafieldsSet: ${error.message}`));
}
