import { createHash } from 'node:crypto';
import { and, asc, eq, gte, inArray, lt, lte, or, sql } from 'drizzle-orm';
import { addDays, dayIn, startOfDay } from '#contract/calendar.ts';
import {
  isBeforeCharge,
  isNoDuty,
  isParcelNotice,
  isProductNotice,
  noticeChannels,
  type UnsentReason,
} from '#contract/notices.ts';
import {
  flagsOf,
  isChannelEnabled,
  isLocked,
  type Notifications,
} from '#contract/notifications.ts';
import type { Vendor } from '#contract/vendor.ts';
import { opensTheApp } from '#contract/vendor-status.ts';
import { AddressRefusedError, MailNotReachedError, RecipientRefusedError } from '../mail/mail.ts';
import { isRefused } from '../recurring/billing/refused-shop.ts';
import {
  type BillingSettings,
  findLiveSettings,
  uninstalledReason,
} from '../recurring/billing/store.ts';
import {
  latestNewsMilliseconds,
  type NoticeRow,
  sendTelling,
} from '../recurring/notices/outbox.ts';
import { ServiceError } from '../service-error.ts';
import { storeTimeZoneOf } from '../shop/store-time-zone.ts';
import { findVendor } from '../shop/vendor.ts';
import type { ShopContext } from '../shop-context.ts';
import { type Place, prepared } from '../store/prepared.ts';
import {
  subscriptionContractTable as contracts,
  storeCustomerTable as customers,
  customerNoticeTable as notices,
} from '../store/schema.ts';
import { emailHtml, emailText, textOf } from './email.ts';
import { letterOf } from './letter.ts';
import { readOrdersToCome } from './order-notices.ts';
import { readParcels } from './parcel-notices.ts';
import { readProductNews } from './product-notices.ts';
import { providersOf } from './providers.ts';
import { writableFrom } from './quiet-hours.ts';
import { firstNameOf } from './sample-order.ts';
import { findNotifications } from './store.ts';
import type { Subject } from './subject.ts';
import { unsubscribeUrlOf } from './unsubscribe.ts';

const minute = 60_000;
/** As many notices as share one question to the platform. With more, parcels of 50 items would cost more than it answers. */
const atOnce = 35;
/** A process that takes longer for one email has died. */
const longestSending = 10 * minute;
/** How long a notice waits that the mail server refused for now. */
const refusedPause = 60 * minute;
/** The job of a notice that waits for longer may have ended, because the store refused it. */
const overdue = 60 * minute;

/** Everything that all of a store's notices need. */
type Store = {
  vendor: Vendor | null;
  notifications: Notifications;
  settings: BillingSettings;
  timeZone: string;
  /** Addresses and numbers that were refused since the notices' recipients were read. */
  refused: Set<string>;
};

/**
 * Sends what a shop's customers are to be told by now, each notice once: one that may have been sent is never sent again. What is not sent is kept
 * with its reason. At night, by the customer's clocks, it waits for the morning.
 * @throws the failure of the platform, or of a mail server that takes nothing; call it again later
 */
export async function sendCustomerNotices(
  context: ShopContext,
  signal: AbortSignal,
): Promise<void> {
  const { database, shop, now } = context;
  const providers = providersOf(context);
  // Waiting texts are sent once there is a provider, if it isn't too late by then.
  const usable = new Set(noticeChannels.filter((channel) => providers[channel]));
  const isOfShop = eq(notices.shop, shop);
  const died = new Date(now().getTime() - longestSending);
  await database
    .update(notices)
    .set({ state: 'not sent', reason: 'answer lost' })
    .where(and(isOfShop, eq(notices.state, 'sending'), lte(notices.at, died)));
  const isWaiting = and(isOfShop, eq(notices.state, 'waiting'));
  const canGo = () => and(isWaiting, inArray(notices.channel, [...usable]));
  const settings = await findLiveSettings(database, shop);
  if (settings === null || settings.stoppedBecause === uninstalledReason) {
    // The platform isn't asked about a store that has uninstalled the app.
    const closed = { state: 'not sent', reason: 'store closed', at: now() } as const;
    await database.update(notices).set(closed).where(isWaiting);
    return;
  }
  // What waits is sent after the first sweep that the store lets in.
  if (await isRefused(context)) return;
  const store: Store = {
    vendor: await findVendor(database, shop),
    notifications: await findNotifications(database, shop),
    settings,
    timeZone: await storeTimeZoneOf(context),
    refused: new Set(),
  };
  let failure: unknown;
  while (!signal.aborted) {
    const rows = await database
      .select()
      .from(notices)
      .where(and(canGo(), lte(notices.sendAt, now())))
      .orderBy(asc(notices.sendAt))
      .limit(atOnce);
    if (rows.length === 0) break;
    const ofParcels = rows.filter(({ notice }) => isParcelNotice(notice));
    const ofProducts = rows.filter(({ notice }) => isProductNotice(notice));
    const ofOrders = rows.filter(({ notice }) => !isNoDuty(notice));
    for (const [some, read] of [
      [ofOrders, readOrdersToCome],
      [ofParcels, readParcels],
      [ofProducts, readProductNews],
    ] as const) {
      if (some.length === 0) continue;
      const { shopName, subjectOf } = await read(context, some, store);
      for (const row of some) {
        if (signal.aborted) break;
        if (!usable.has(row.channel)) continue;
        try {
          await sendOne(context, row, subjectOf(row), { ...store, shopName });
        } catch (error) {
          // A provider that takes nothing doesn't hold up the other.
          failure ??= error;
          usable.delete(row.channel);
        }
      }
    }
  }
  if (failure !== undefined) throw failure;
  // One whose process died is looked at once that is sure.
  const diedAt = sql`${notices.at} + ${longestSending} * interval '1 millisecond'`;
  const lookAt = sql`case ${notices.state} when 'sending' then ${diedAt} else ${notices.sendAt} end`;
  const [next] = await database
    .select({ at: sql<Date | null>`min(${lookAt})`.mapWith(notices.sendAt) })
    .from(notices)
    .where(or(canGo(), and(isOfShop, eq(notices.state, 'sending'))));
  if (!next?.at) return;
  await sendTelling(context, next.at);
}

/** Changes where a notice stands, if it stands as expected. */
const moveNotice = prepared(
  (database, place: Place<{ [name in keyof NoticeRow]: unknown } & { from: NoticeRow['state'] }>) =>
    database
      .update(notices)
      .set({
        ...{ state: sql`${place('state')}`, reason: sql`${place('reason')}` },
        ...{ sendAt: sql`${place('sendAt')}`, at: sql`${place('at')}` },
      })
      .where(
        and(
          ...[eq(notices.shop, place('shop')), eq(notices.contractId, place('contractId'))],
          ...[eq(notices.notice, place('notice')), eq(notices.about, place('about'))],
          ...[eq(notices.channel, place('channel')), eq(notices.state, place('from'))],
        ),
      )
      .returning({ about: notices.about })
      .prepare(''),
);

const listLate = prepared((database, place: Place<{ shop: string; latest: string }>) =>
  database
    .select({ shop: notices.shop })
    .from(notices)
    .where(
      and(
        ...[eq(notices.shop, place('shop')), inArray(notices.state, ['waiting', 'sending'])],
        lt(notices.sendAt, place('latest')),
      ),
    )
    .limit(1)
    .prepare(''),
);

/**
 * Closes what is no news any more, also where the platform lets nobody in, and has what is an hour late sent: where a store is frozen, the
 * job of its notices ends. Safe to call often, because a day has one such job.
 */
export async function seeToOverdue(context: ShopContext): Promise<void> {
  const { database, shop, jobs, now } = context;
  const before = (milliseconds: number) => new Date(now().getTime() - milliseconds);
  const latest = before(overdue).toISOString();
  const isAnyLate = async () => (await listLate(database, { shop, latest })).length > 0;
  if (!(await isAnyLate())) return;
  await database
    .update(notices)
    .set({ state: 'not sent', reason: 'too late', at: now() })
    .where(
      and(
        ...[eq(notices.shop, shop), eq(notices.state, 'waiting')],
        lt(notices.sendAt, before(overdue)),
        lt(notices.happenedAt, before(latestNewsMilliseconds)),
      ),
    );
  if (!(await isAnyLate()) || (await isRefused(context))) return;
  const key = `overdue ${now().toISOString().slice(0, 10)}`;
  await jobs.send(database, 'tell-customers', { shop }, { key });
}

type NamedStore = Store & { shopName: string };

/** Why a notice isn't sent, by how things stand now; null if it is. */
function reasonNotToSend(
  { notice, channel, happenedAt }: NoticeRow,
  subject: Subject | null,
  { vendor, notifications, settings, refused }: NamedStore,
  now: Date,
): UnsentReason | null {
  if (vendor === null || !opensTheApp(vendor)) return 'store closed';
  const isDuty = isBeforeCharge(notice);
  if (settings.stoppedAt !== null && isDuty) return 'store closed';
  if (!isDuty) {
    if (isLocked(notice, vendor.shopifyManifest)) return 'sent by fulfillment';
    if (!isChannelEnabled(flagsOf(notifications, notice), channel)) return 'switched off';
  }
  if (subject === null) return isParcelNotice(notice) ? 'order changed' : 'subscription over';
  if (subject.hindrance !== null) return subject.hindrance;
  if (now.getTime() - happenedAt.getTime() > latestNewsMilliseconds) return 'too late';
  const { email, refusedEmail, phone, refusedPhone } = subject;
  if (channel === 'text') {
    if (phone === null) return 'no phone';
    return phone === refusedPhone || refused.has(phone) ? 'number refused' : null;
  }
  if (subject.isUnsubscribed) return 'unsubscribed';
  if (email === null) return 'no address';
  return email === refusedEmail || refused.has(email) ? 'address refused' : null;
}

async function sendOne(
  context: ShopContext,
  row: NoticeRow,
  subject: Subject | null,
  store: NamedStore,
): Promise<void> {
  const { database, shop, now } = context;
  const write = async (from: NoticeRow['state'], change: Partial<NoticeRow>) => {
    const { sendAt, at, ...rest } = { ...row, ...change };
    const times = { sendAt: sendAt.toISOString(), at: at?.toISOString() ?? null };
    return await moveNotice(database, { ...rest, ...times, from });
  };
  const reason = reasonNotToSend(row, subject, store, now());
  if (reason !== null || subject === null || store.vendor === null) {
    await write('waiting', { state: 'not sent', reason, at: now() });
    return;
  }
  if (
    row.notice === 'customerProductUpdate' &&
    (await wasToldToday(context, row, subject, store))
  ) {
    const tomorrow = addDays(dayIn(store.timeZone, now()), 1);
    await write('waiting', { sendAt: startOfDay(store.timeZone, tomorrow) });
    return;
  }
  const from = writableFrom(now(), subject.country, store.timeZone);
  if (from > now()) {
    await write('waiting', { sendAt: from });
    return;
  }
  // Stored before it is sent: whoever finds it so later can't know whether it was.
  if ((await write('waiting', { state: 'sending', at: now() })).length === 0) return;
  try {
    await deliver(context, row, subject, store.vendor, store);
  } catch (error) {
    if (error instanceof RecipientRefusedError) {
      const isText = row.channel === 'text';
      const to = isText ? subject.phone : subject.email;
      if (to !== null) store.refused.add(to);
      if (error instanceof AddressRefusedError) {
        await database
          .update(customers)
          .set(isText ? { refusedPhone: to } : { refusedEmail: to })
          .where(and(eq(customers.shop, shop), eq(customers.id, subject.customerId ?? '')));
      }
      const refused = isText ? 'number refused' : 'address refused';
      await write('sending', { state: 'not sent', reason: refused, at: now() });
    } else if (error instanceof ServiceError && error.kind === 'outcome unknown') {
      await write('sending', { state: 'not sent', reason: 'answer lost', at: now() });
    } else {
      // A server that refuses one message for now may take the others.
      const isServer = !(error instanceof ServiceError) || error instanceof MailNotReachedError;
      const sendAt = isServer ? row.sendAt : new Date(now().getTime() + refusedPause);
      await write('sending', { state: 'waiting', at: null, sendAt });
      if (isServer) throw error;
      context.logger.warn({ error, shop, notice: row.notice }, 'a mail server refused a notice');
    }
    return;
  }
  // Outside of what puts it off: where only this fails, it was sent.
  await write('sending', { state: 'sent', at: now() });
}

/** Whether a customer was told of another product's new name today. A merchant may rename all of them at once. */
async function wasToldToday(
  { database, shop, now }: ShopContext,
  { contractId, notice, channel }: NoticeRow,
  { customerId }: Subject,
  { timeZone }: Store,
): Promise<boolean> {
  const theirs = database
    .select({ id: contracts.id })
    .from(contracts)
    .where(and(eq(contracts.shop, shop), eq(contracts.customerId, customerId ?? '')));
  // One or the other: with both, the database reads all of the shop's notices.
  const isTheirs =
    customerId === null ? eq(notices.contractId, contractId) : inArray(notices.contractId, theirs);
  const told = await database.$count(
    notices,
    and(
      ...[eq(notices.shop, shop), eq(notices.notice, notice), eq(notices.channel, channel)],
      ...[isTheirs, inArray(notices.state, ['sending', 'sent'])],
      gte(notices.at, startOfDay(timeZone, dayIn(timeZone, now()))),
    ),
  );
  return told > 0;
}

async function deliver(
  context: ShopContext,
  { contractId, notice, about, channel }: NoticeRow,
  {
    customerId,
    name,
    email,
    phone,
    items,
    orderName,
    otherProduct = '',
    total,
    url,
    ...when
  }: Subject,
  vendor: Vendor,
  { shopName }: NamedStore,
): Promise<void> {
  const order = { name: orderName, firstName: firstNameOf(name), items, total, otherProduct };
  const { facts: usual, ...head } = letterOf(context, vendor, notice, { ...when, shopName, order });
  // The others are a duty: somebody is about to be charged, or was to be.
  const canUnsubscribe = isNoDuty(notice) && customerId !== null;
  const named = { id: customerId ?? '', contract: contractId };
  const unsubscribeUrl = canUnsubscribe ? unsubscribeUrlOf(context, named) : undefined;
  const facts = { ...usual, url: url ?? usual.url, unsubscribeUrl };
  if (channel === 'text') {
    await context.texts?.send({ to: phone ?? '', body: textOf(facts) });
    return;
  }
  const id = createHash('sha256')
    .update(JSON.stringify([context.shop, contractId, notice, about]))
    .digest('hex');
  await context.mail?.send({
    ...head,
    to: email ?? '',
    subject: facts.words.subject,
    html: await emailHtml(facts),
    text: emailText(facts),
    unsubscribeUrl,
    id: `<${id}@${context.senderDomain}>`,
  });
}
