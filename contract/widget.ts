/** The storefront's Liquid knows our selling plan groups by this (`selling_plan_group.app_id`). */
export const groupAppId = 'cadence';

/** The widget's files in extensions/subscription-widget/blocks, without their extension. */
export const widgetBlocks = { block: 'subscription-plans', embed: 'subscription-plans-embed' };

/** The metafield of the app's installation that the widget's Liquid reads as `app.metafields.cadence.button_color`. */
export const buttonColorMetafield = { namespace: 'cadence', key: 'button_color', type: 'color' };

/** The specification's texts about the theme (§8). */
export const themeTexts = {
  installFailed: 'Failed to update theme, please try again or update it manually!',
  updated: 'Theme updated successfully',
  updateFailed: 'Something went wrong while updating the theme',
  unreadable:
    'Your theme’s settings could not be read, so nobody can tell whether the widget is on. Save your theme in the theme editor, then try again.',
  manualUpdateRequired: 'Warning: Manual theme update is required.',
} as const;
