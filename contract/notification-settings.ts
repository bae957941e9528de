import { z } from 'zod';
import { noticeNames } from './notices.ts';
import type { Notifications, Providers } from './notifications.ts';

const flag = z.boolean({ error: 'Must be true or false' });
const flagsSchema = z.strictObject({ email: flag, all: flag, text: flag, push: flag }).partial();

const settingsSchema = z
  .strictObject({
    customerOrderOnTheWay: flagsSchema,
    customerOrderOutForDelivery: flagsSchema,
    customerOrderArrived: flagsSchema,
    customerProductUpdate: flagsSchema,
    customerChargeFailed: flagsSchema,
    customerProductChanged: flagsSchema,
  })
  .partial();
const categorySettingsSchema = z.strictObject({ order_tracking: flagsSchema }).partial();

/** A merchant's choices (specification §3); untouched notifications are missing. */
export const notificationsSchema = z.object({
  settings: settingsSchema,
  categorySettings: categorySettingsSchema,
}) satisfies z.ZodType<Notifications>;

/** Answer of PATCH /vendor/settings/notifications. */
export const notificationsAnswerSchema = z.object({ notifications: notificationsSchema });

/** By which channels anything can go out. */
export const providersSchema = z.object({
  email: z.boolean(),
  text: z.boolean(),
  push: z.boolean(),
}) satisfies z.ZodType<Providers>;

/** Answer of GET /vendor/settings/notifications. */
export const keptNotificationsSchema = notificationsAnswerSchema.extend({
  providers: providersSchema,
  /** Whether Shopify tells what becomes of parcels: the store has granted `read_fulfillments`. */
  hearsOfParcels: z.boolean(),
  /** Whether Cadence has begun to bill the store's subscriptions, also since it was installed again: nothing goes out before. */
  isLive: z.boolean(),
});

/** Body of PATCH /vendor/settings/notifications: the flags to change, and no others. */
export const updateNotificationsSchema = z.strictObject({
  settings: settingsSchema.optional(),
  categorySettings: categorySettingsSchema.optional(),
});

export type UpdateNotifications = z.infer<typeof updateNotificationsSchema>;

/** Body of PATCH /vendor/settings/gifs, and its answer: the manifest's fields that it changed (specification §4). */
export const gifsSchema = z.strictObject({ useGifs: flag });

export const noticeNameSchema = z.enum(noticeNames, { error: 'There is no such notification' });
