import type { FeatureName } from '#contract/vendor.ts';

export type Feature = {
  setting: FeatureName;
  name: string;
  text: string;
  /** The setting says that the feature is off. */
  isInverse?: boolean;
  /** Saved, but without effect yet. */
  hasNoEffect?: boolean;
};

/** Only the theme tells whether it is active. */
export const widgetName = 'Widget';

/** In the order of the page. */
export const features: Feature[] = [
  {
    setting: 'isVendorSyncDisabled',
    name: 'Order Sync',
    text: 'Sends the orders you choose in your admin to ShipStation.',
    isInverse: true,
  },
  {
    setting: 'isAccountPageEnabled',
    name: 'Account Page',
    text: 'Lets customers manage their subscriptions in their account.',
    hasNoEffect: true,
  },
  {
    setting: 'isWidgetEnabled',
    name: widgetName,
    text: 'Shows your plans on your product pages. Turn it on or off here, then save the change in your theme editor.',
  },
  {
    setting: 'isNewWidgetEnabled',
    name: 'New Widget',
    text: 'Switches to the new widget design once it’s out.',
    hasNoEffect: true,
  },
];

/** What the merchant knows the settings under the save bar as, in the order of the page. */
export const fieldNames = {
  replyToEmail: 'Reply-to email',
  useNoReply: 'Sender',
  daysBeforeReminder: 'Days before reminder',
  buttonColor: 'Button color',
};
