import { notificationTexts } from './notification-texts.ts';
import { categoryNames, type NotificationName, settingNames } from './notifications.ts';

// What Cadence sends to customers by itself. Beyond the specification, which has the switches.

/** A notification with a switch, or the reminder of an order, which has its days in Settings. */
export const noticeNames = [...settingNames, ...categoryNames, 'reminder'] as const;
export type NoticeName = (typeof noticeNames)[number];

/** The notifications that Cadence sends. What becomes of a parcel, and news of a product, it isn't told yet. */
export const sentNotifications: ReadonlySet<NotificationName> = new Set(['customerChargeFailed']);

export const noticeTitles: Record<NoticeName, string> = {
  customerOrderOnTheWay: notificationTexts.customerOrderOnTheWay.title,
  customerOrderOutForDelivery: notificationTexts.customerOrderOutForDelivery.title,
  customerOrderArrived: notificationTexts.customerOrderArrived.title,
  customerProductUpdate: notificationTexts.customerProductUpdate.title,
  customerProductChanged: notificationTexts.customerProductChanged.title,
  customerChargeFailed: notificationTexts.customerChargeFailed.title,
  order_tracking: notificationTexts.order_tracking.title,
  reminder: 'Reminder of the next order',
};

/** Why a notice was not sent, in words for the merchant. */
export const unsentReasons = {
  'switched off': 'You switched it off.',
  'store closed': 'Your store wasn’t active in Cadence.',
  'subscription over': 'The subscription is no longer active.',
  'order changed': 'The order was changed, skipped or charged before.',
  'too late': 'It could not be sent in time.',
  'asked by Shopify': 'Shopify asked your customer for another payment method instead.',
  'no address': 'Your customer has no email address.',
  'address refused': 'The mail server refuses your customer’s email address.',
  'answer lost':
    'The mail server’s answer got lost. It may or may not have been sent, and isn’t sent twice.',
} as const;

export type UnsentReason = keyof typeof unsentReasons;
