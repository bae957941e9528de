import type { UpdateVendorSettings } from '#contract/vendor-settings.ts';
import { publishKeptColor } from '../../selling/theme/button-color.ts';
import { isWidgetOnTheme } from '../../selling/theme/install.ts';
import { ServiceError } from '../../service-error.ts';
import type { ShopContext } from '../../shop-context.ts';

/**
 * Brings what was saved to the store's theme as far as an app may. True where the merchant must do the rest by hand: the platform
 * takes no button colour, or the theme has the widget where it was turned off, or lacks it where it was turned on. Undefined where
 * the theme has no part in what was saved, or can't be asked.
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
    // What was saved is saved: only the theme is behind.
    if (!(error instanceof ServiceError)) throw error;
    context.logger.warn({ error }, 'the theme could not follow a setting');
    return saved.buttonColor === undefined ? undefined : true;
  }
  return undefined;
}
