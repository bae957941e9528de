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
};

/** In the order of the page. */
export const features: Feature[] = [
  {
    setting: 'isVendorSyncDisabled',
    name: 'Order Sync',
    text: 'Sends orders that you pick in your admin on to be fulfilled.',
    isInverse: true,
  },
  {
    setting: 'isAccountPageEnabled',
    name: 'Account Page',
    text: 'Lets customers look after their subscriptions in their account.',
  },
  {
    setting: 'isWidgetEnabled',
    name: 'Widget',
    text: 'Shows your plans on the product pages of your store.',
  },
  {
    setting: 'isNewWidgetEnabled',
    name: 'New Widget',
    text: 'Shows the newest form of the widget as soon as there is one.',
  },
];
