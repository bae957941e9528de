// Without schemas, for the screen that doesn't carry these.

/** How a notification reaches a customer. */
export const channels = ['email', 'text', 'push'] as const;
export type Channel = (typeof channels)[number];

/** By which channels anything can go out: whether the installation has a mail server, and a provider of texts and push. */
export type Providers = { [Name in Channel]: boolean };

/** How many tests of notifications a shop may send. */
export const testsPerHour = 10;

/** Which channels a notification uses. `all` stands for the three together (specification §9). */
export type ChannelFlags = { [Name in Channel | 'all']?: boolean | undefined };

/** `settings` of specification §3, in the order in which a customer gets them. */
export const settingNames = [
  'customerOrderOnTheWay',
  'customerOrderOutForDelivery',
  'customerOrderArrived',
  'customerProductUpdate',
  'customerProductChanged',
  'customerChargeFailed',
] as const;
/** `categorySettings` of specification §3. */
export const categoryNames = ['order_tracking'] as const;

type SettingName = (typeof settingNames)[number];
type CategoryName = (typeof categoryNames)[number];
export type NotificationName = SettingName | CategoryName;

/** Every notification that customers can get. */
export const notificationNames: readonly NotificationName[] = [...settingNames, ...categoryNames];

/** A merchant's choices; untouched notifications are missing. */
export type Notifications = {
  settings: { [Name in SettingName]?: ChannelFlags | undefined };
  categorySettings: { [Name in CategoryName]?: ChannelFlags | undefined };
};

/** Those that a vendor's own fulfillment webhook sends, under `handleFulfillmentWebhook` (specification §2). */
const sentByFulfillment: ReadonlySet<NotificationName> = new Set([
  'customerOrderOnTheWay',
  'customerOrderOutForDelivery',
  'customerOrderArrived',
]);

/** The note on a notification that the merchant can't change, and the API's message for trying. */
export const contactSupport = 'Contact Support to change this.';

/** Whether only Support may change a notification of the vendor. */
export function isLocked(
  name: NotificationName,
  manifest: { handleFulfillmentWebhook: boolean },
): boolean {
  return manifest.handleFulfillmentWebhook && sentByFulfillment.has(name);
}

export function isCategory(name: NotificationName): name is CategoryName {
  return name === 'order_tracking';
}

/** The flags of one notification; undefined if the merchant never touched it. */
export function flagsOf(
  notifications: Notifications,
  name: NotificationName,
): ChannelFlags | undefined {
  return isCategory(name) ? notifications.categorySettings[name] : notifications.settings[name];
}

/** The same notifications with other flags for one of them. */
export function withFlags(
  notifications: Notifications,
  name: NotificationName,
  flags: ChannelFlags | undefined,
): Notifications {
  const { settings, categorySettings } = notifications;
  return isCategory(name)
    ? { settings, categorySettings: { ...categorySettings, [name]: flags } }
    : { settings: { ...settings, [name]: flags }, categorySettings };
}

function isUntouched(flags: ChannelFlags | undefined): boolean {
  return flags === undefined || Object.values(flags).every((flag) => flag === undefined);
}

/** Whether customers get a notification: "if it is missing, empty, or any of email/text/push is true" (specification §3). */
export function isEnabled(flags: ChannelFlags | undefined): boolean {
  return isUntouched(flags) || channels.some((channel) => flags?.[channel] === true);
}

/** Whether a channel may be on after a change: one that nobody sends can't be switched on, but what was on stays. */
export function mayBeOn(
  flags: ChannelFlags | undefined,
  channel: Channel,
  providers: Providers,
): boolean {
  return providers[channel] || isChannelEnabled(flags, channel);
}

/** Whether customers get it in a channel. An untouched notification uses all channels, others only those that are true. */
export function isChannelEnabled(flags: ChannelFlags | undefined, channel: Channel): boolean {
  return isUntouched(flags) || flags?.[channel] === true;
}

/**
 * Flags after a change. `all` sets the three channels, one that is named beside it wins. A channel that the change does not
 * name keeps what it was, which is written down: without it the rule would read the flag's absence as off.
 */
export function changedFlags(
  flags: ChannelFlags | undefined,
  change: ChannelFlags,
): Required<{ [Name in keyof ChannelFlags]: boolean }> {
  const after = (channel: Channel): boolean =>
    change[channel] ?? change.all ?? isChannelEnabled(flags, channel);
  const [email, text, push] = [after('email'), after('text'), after('push')];
  return { email, text, push, all: email && text && push };
}
