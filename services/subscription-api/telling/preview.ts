import { createHash } from 'node:crypto';
import { z } from 'zod';
import { addDays, dayIn } from '#contract/calendar.ts';
import { formatDay, formatInstant } from '#contract/format.ts';
import { isBeforeCharge, isNoDuty, type NoticeName } from '#contract/notices.ts';
import {
  type NotificationPreview,
  type sendTestSchema,
  sentTestSchema,
} from '#contract/notification-preview.ts';
import type { Vendor } from '#contract/vendor.ts';
import { createOnce } from '../idempotency/create-once.ts';
import { MailNotReachedError, type Message } from '../mail/mail.ts';
import { findSettings } from '../recurring/billing-settings/settings.ts';
import { ServiceError } from '../service-error.ts';
import { requireActiveVendor } from '../shop/active-vendor.ts';
import { shopName as shopNameOperation } from '../shop/documents.ts';
import { findProposedVendor } from '../shop/proposed-vendor.ts';
import { storeTimeZoneOf } from '../shop/store-time-zone.ts';
import type { ShopContext } from '../shop-context.ts';
import { emailHtml, emailText, textOf } from './email.ts';
import { letterOf } from './letter.ts';
import { providersOf } from './providers.ts';
import { findSample } from './sample-order.ts';
import { beforeTax } from './words.ts';

const hour = 3_600_000;

/** When an order comes that a notice tells of now, in words: as many days ahead, or for an order by use hours, as the merchant has set. */
async function dayToCome(
  context: ShopContext,
  { daysBeforeReminder }: Vendor,
  name: NoticeName,
): Promise<string | undefined> {
  if (!isBeforeCharge(name)) return undefined;
  const { database, shop, now } = context;
  const timeZone = await storeTimeZoneOf(context);
  if (name === 'reminder') return formatDay(addDays(dayIn(timeZone, now()), daysBeforeReminder));
  const { noticeHours } = await findSettings(database, shop);
  return formatInstant(timeZone, new Date(now().getTime() + noticeHours * hour).toISOString());
}

/** Fills a notification with an order of the store and the vendor's name, logo, colour and sender. */
async function filledIn(context: ShopContext, name: NoticeName) {
  const { database, shop } = context;
  const vendor = await requireActiveVendor(database, shop);
  const isBilled = !isNoDuty(name);
  const [{ shop: named }, sample] = await Promise.all([
    context.graphql(shopNameOperation, {}),
    findSample(context, isBilled),
  ]);
  const { total } = sample.order;
  const letter = letterOf(context, vendor, name, {
    shopName: named.name,
    order: { ...sample.order, total: isBilled ? beforeTax(total) : total },
    day: await dayToCome(context, vendor, name),
  });
  return { sample, ...letter };
}

/**
 * A notification as a customer gets it by email, text message and push.
 * @throws ServiceError `forbidden` if the shop has no active vendor; PlatformError if the platform doesn't tell the shop's name
 */
export async function previewNotification(
  context: ShopContext,
  name: NoticeName,
): Promise<NotificationPreview> {
  const { sample, facts, from, replyTo } = await filledIn(context, name);
  const { email } = await findProposedVendor(context.database, context.shop);
  return {
    order: sample.isReal ? sample.order.name : null,
    reading: sample.reading,
    email: {
      from: `${from.name} <${from.address}>`,
      replyTo,
      subject: facts.words.subject,
      html: await emailHtml(facts),
    },
    text: { body: textOf(facts) },
    push: { title: facts.shopName, body: facts.words.short },
    providers: providersOf(context),
    address: z.email().safeParse(email).data ?? '',
  };
}

/**
 * Sends a notification's email to an address that the merchant typed. A shop may send a few an hour, so that it can't flood anybody's inbox. With
 * an idempotency key, repeated requests send one email. If an email's outcome is unknown, the next try has the same message id, unless it asks for
 * something else.
 * @throws ServiceError as previewNotification; `throttled` beyond the limit; as `Mail.send`
 */
export async function sendTest(
  context: ShopContext,
  body: Test,
  idempotencyKey: string | undefined,
): Promise<SentTest> {
  if (idempotencyKey === undefined) return await send(context, body);
  const content = JSON.stringify([context.shop, idempotencyKey, body]);
  const id = createHash('sha256').update(content).digest('hex');
  return await createOnce(context, {
    operation: 'send test notification',
    key: idempotencyKey,
    body,
    parseAnswer: (stored) => sentTestSchema.parse(stored),
    create: () => send(context, body, `<${id}@${context.senderDomain}>`),
  });
}

type Test = z.output<typeof sendTestSchema>;
type SentTest = z.output<typeof sentTestSchema>;

async function send(
  context: ShopContext,
  { notification, to }: Test,
  id?: string,
): Promise<SentTest> {
  const { mail, shop } = context;
  if (mail === undefined) {
    throw new ServiceError('unavailable', {
      message: 'Nothing was sent: this installation has no mail server (SMTP_URL).',
    });
  }
  const { facts, from, replyTo } = await filledIn(context, notification);
  const message: Message = {
    from,
    replyTo,
    to,
    subject: `Test: ${facts.words.subject}`,
    html: await emailHtml(facts),
    text: emailText(facts),
    id,
  };
  const milliseconds = await mail.countTest(shop);
  if (milliseconds > 0) {
    const message = `Nothing was sent: your store has used up its test emails for now. Try again in ${Math.ceil(milliseconds / 60_000)} min.`;
    throw new ServiceError('throttled', { message }, undefined, milliseconds);
  }
  try {
    await mail.send(message);
  } catch (error) {
    // A refused address counts, or a caller could try addresses without end.
    if (error instanceof MailNotReachedError) await mail.uncountTest(shop);
    throw error;
  }
  return { sentTo: to };
}
