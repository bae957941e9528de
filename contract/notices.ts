import {
  type Channel,
  categoryNames,
  type NotificationName,
  settingNames,
} from './notifications.ts';

// What Cadence sends to customers by itself. Beyond the specification, which has the switches.

/** Those that tell of an order before it is charged. They have no switch, and go out by email alone. */
const noticesBeforeCharge = ['reminder', 'orderByUse'] as const;

/** A notification with a switch, the reminder of an order, which has its days in Settings, or news of one that a scale made. */
export const noticeNames = [...settingNames, ...categoryNames, ...noticesBeforeCharge] as const;
export type NoticeName = (typeof noticeNames)[number];

export function isBeforeCharge(name: NoticeName): name is (typeof noticesBeforeCharge)[number] {
  return noticesBeforeCharge.some((each) => each === name);
}

/** Those of what becomes of a parcel, which Shopify tells where the store lets it. */
export const parcelNotices = [
  'customerOrderOnTheWay',
  'customerOrderOutForDelivery',
  'customerOrderArrived',
  'order_tracking',
] as const satisfies readonly NotificationName[];

/** Those of what becomes of a product that somebody subscribes to. */
const productNotices = [
  'customerProductUpdate',
  'customerProductChanged',
] as const satisfies readonly NotificationName[];

export function isProductNotice(name: NoticeName): boolean {
  return productNotices.some((each) => each === name);
}

/** Whether customers can unsubscribe from it: the others tell of money that is about to be charged, or was to be. */
export const isNoDuty = (name: NoticeName): boolean =>
  isParcelNotice(name) || isProductNotice(name);

export function isParcelNotice(name: NoticeName): boolean {
  return parcelNotices.some((each) => each === name);
}

/** How a notice reaches a customer. */
export const noticeChannels = ['email', 'text'] as const satisfies readonly Channel[];
export type NoticeChannel = (typeof noticeChannels)[number];

/** Why a notice was not sent. */
export const unsentReasonNames = [
  'switched off',
  'store closed',
  'subscription over',
  'order changed',
  'overtaken',
  'sent by fulfillment',
  'too late',
  'asked by Shopify',
  'no address',
  'address refused',
  'unsubscribed',
  'no phone',
  'number refused',
  'answer lost',
] as const;
export type UnsentReason = (typeof unsentReasonNames)[number];
