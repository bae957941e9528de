export type Feature = {
  setting:
    | 'isWidgetEnabled'
    | 'isNewWidgetEnabled'
    | 'isVendorSyncDisabled'
    | 'isAccountPageEnabled';
  name: string;
  text: string;
  /** The setting says that the feature is off. */
  isInverse?: boolean;
  /** Saved, but without effect yet. */
  hasNoEffect?: boolean;
};

/** Whether it is active only the theme tells. */
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
