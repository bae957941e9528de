import { z } from 'zod';
import { isEmail } from './email.ts';
import { noticeNameSchema, providersSchema } from './notification-settings.ts';

export const notificationPreviewQuerySchema = z.object({ notification: noticeNameSchema });

/**
 * Answer of GET /vendor/settings/notifications/preview: the email as a customer gets it. `order` names the store's order that fills it; null for an
 * example, if the store has no orders, or they are still being read or couldn't be (`reading`).
 */
export const notificationPreviewSchema = z.object({
  order: z.string().nullable(),
  reading: z.enum(['done', 'underWay', 'failed']),
  email: z.object({
    from: z.string(),
    replyTo: z.string().nullable(),
    subject: z.string(),
    /** A whole document, everything in it escaped. */
    html: z.string(),
  }),
  text: z.object({ body: z.string() }),
  push: z.object({ title: z.string(), body: z.string() }),
  providers: providersSchema,
  /** The merchant's own address, if it is known. */
  address: z.string(),
});

export type NotificationPreview = z.infer<typeof notificationPreviewSchema>;

/** Body of POST /vendor/settings/notifications/test: sends the email to one address. */
export const sendTestSchema = z.strictObject({
  notification: noticeNameSchema,
  to: z
    .string({ error: 'Please enter your email' })
    .trim()
    .min(1, 'Please enter your email')
    .max(254, 'Invalid Email')
    .pipe(z.string().refine(isEmail, 'Invalid Email')),
});

/** Answer of POST /vendor/settings/notifications/test, once the mail server has taken it. */
export const sentTestSchema = z.object({ sentTo: z.string() });
