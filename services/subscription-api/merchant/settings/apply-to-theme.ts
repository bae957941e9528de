import type { UpdateVendorSettings } from '#contract/vendor-settings.ts';
import { publishKeptColor } from '../../selling/theme/button-color.ts';
import { isWidgetOnTheme } from '../../selling/theme/install.ts';
import { ServiceError } from '../../service-error.ts';
import type { ShopContext } from '../../shop-context.ts';

/**
 * Applies saved settings to the store's theme as far as an app may. Returns true if the merchant must do the rest by hand: Shopify refused the button
 * color, or the widget's presence on the theme differs from the setting. Returns undefined if the settings don't concern the theme, or it can't be
 * asked.
 */
export async function applyToTheme(
  context: ShopContext,
  saved: UpdateVendorSettings,
): Promise<boolean | undefined> {
  try {
    if (saved.buttonColor !== undefined) {
      await publishKeptColor(context);
      return false;
    }
    if (saved.isWidgetEnabled !== undefined) {
      return (await isWidgetOnTheme(context)) !== saved.isWidgetEnabled;
    }
  } catch (error) {
    // The settings are saved; only the theme is behind.
    if (!(error instanceof ServiceError)) throw error;
    context.logger.warn({ error }, 'the theme could not follow a setting');
    return saved.buttonColor === undefined ? undefined : true;
  }
  return undefined;
}
