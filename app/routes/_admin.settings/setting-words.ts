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

/** The labels of the settings under the save bar, in the page's order. */
export const fieldNames = {
  replyToEmail: 'Reply-to email',
  useNoReply: 'Sender',
  daysBeforeReminder: 'Days before reminder',
  buttonColor: 'Button color',
};

/** The labels of the rules of billing. */
export const ruleNames = {
  hour: 'Hour of billing',
  catchUpDays: 'Days in which missed orders are charged',
  'payment.retries': 'Retries after a failed payment',
  'payment.afterDays': 'Days between retries of a payment',
  'payment.end': 'After the last failed payment',
  'stock.retries': 'Retries when out of stock',
  'stock.afterDays': 'Days between retries when out of stock',
  'stock.end': 'After the last retry when out of stock',
  isOversold: 'Sell products that are out of stock',
  asksForMethod: 'Ask customers by mail for another payment method',
};
