import { categoryNames, type NotificationName, settingNames } from './notifications.ts';

// What Cadence sends to customers by itself. Beyond the specification, which has the switches.

/** A notification with a switch, or the reminder of an order, which has its days in Settings. */
export const noticeNames = [...settingNames, ...categoryNames, 'reminder'] as const;
export type NoticeName = (typeof noticeNames)[number];

/** The notifications that Cadence sends. What becomes of a parcel, and news of a product, it isn't told yet. */
export const sentNotifications: ReadonlySet<NotificationName> = new Set(['customerChargeFailed']);

/** Why a notice was not sent. */
export const unsentReasonNames = [
  'switched off',
  'store closed',
  'subscription over',
  'order changed',
  'too late',
  'asked by Shopify',
  'no address',
  'address refused',
  'answer lost',
] as const;
export type UnsentReason = (typeof unsentReasonNames)[number];
