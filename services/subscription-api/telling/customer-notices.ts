import { createHash } from 'node:crypto';
import { and, asc, eq, lte, min, sql } from 'drizzle-orm';
import { z } from 'zod';
import { dayIn } from '#contract/calendar.ts';
import { formatDay, formatMoney } from '#contract/format.ts';
import { globalIdOf, originalIdOf } from '#contract/global-id.ts';
import type { UnsentReason } from '#contract/notices.ts';
import { flagsOf, isChannelEnabled, type Notifications } from '#contract/notifications.ts';
import type { Vendor } from '#contract/vendor.ts';
import { opensTheApp } from '#contract/vendor-status.ts';
import { AddressRefusedError, type Mail, MailNotReachedError } from '../mail/mail.ts';
import {
  type BillingSettings,
  findLiveSettings,
  uninstalledReason,
} from '../recurring/billing/store.ts';
import { erasedMark } from '../recurring/mirror/mapping.ts';
import type { NoticeRow } from '../recurring/notices/outbox.ts';
import { contractAmount } from '../recurring/orders/rows.ts';
import { ServiceError } from '../service-error.ts';
import { storeTimeZoneOf } from '../shop/store-time-zone.ts';
import { findVendor } from '../shop/vendor.ts';
import type { ShopContext } from '../shop-context.ts';
import { rowsOf } from '../store/rows-of.ts';
import {
  storeCustomerTable as customers,
  customerNoticeTable as notices,
} from '../store/schema.ts';
import { bidiIsolate } from './bidi-isolate.ts';
import { getRecipients } from './documents.ts';
import { emailHtml, emailText } from './email.ts';
import { letterheadOf } from './letterhead.ts';
import { writableFrom } from './quiet-hours.ts';
import { firstNameOf } from './sample-order.ts';
import { findNotifications } from './store.ts';
import { wordsOf } from './words.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
/** As many notices as share one question to the platform. */
const atOnce = 50;
/** A process that takes longer for one email has died. */
const longestSending = 10 * minute;
/** After that, what a notice tells is no news. */
const latest = 3 * day;
/** How long a notice waits that the mail server refused for now. */
const refusedPause = 60 * minute;

/** What all of a store's notices need. */
type Store = {
  vendor: Vendor | null;
  notifications: Notifications;
  settings: BillingSettings;
  timeZone: string;
};

const subjectSchema = z.object({
  contract: z.string(),
  cycle: z.number().int(),
  expected_at: z.coerce.date().nullable(),
  is_over: z.boolean().nullable(),
  state: z.string().nullable(),
  reason: z.string().nullable(),
  amount: z.coerce.number().int(),
  currency_code: z.string(),
  customer_id: z.string().nullable(),
  refused_email: z.string().nullable(),
  items: z.array(z.object({ title: z.string(), quantity: z.number().int() })).nullable(),
});

/** What a notice is about by the mirror, and whom it goes to by the platform. */
type Subject = z.infer<typeof subjectSchema> & {
  name: string;
  email: string | null;
  country: string | null;
  isActive: boolean;
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
  const { database, shop, mail, jobs, now } = context;
  // What waits is sent once there is a mail server, if it isn't too late by then.
  if (mail === undefined) return;
  const isOfShop = eq(notices.shop, shop);
  const died = new Date(now().getTime() - longestSending);
  await database
    .update(notices)
    .set({ state: 'not sent', reason: 'answer lost' })
    .where(and(isOfShop, eq(notices.state, 'sending'), lte(notices.at, died)));
  const isWaiting = and(isOfShop, eq(notices.state, 'waiting'));
  const settings = await findLiveSettings(database, shop);
  if (settings === null || settings.stoppedBecause === uninstalledReason) {
    // The platform isn't asked about a store that has uninstalled the app.
    const closed = { state: 'not sent', reason: 'store closed', at: now() } as const;
    await database.update(notices).set(closed).where(isWaiting);
    return;
  }
  const store: Store = {
    vendor: await findVendor(database, shop),
    notifications: await findNotifications(database, shop),
    settings,
    timeZone: await storeTimeZoneOf(context),
  };
  while (!signal.aborted) {
    const rows = await database
      .select()
      .from(notices)
      .where(and(isWaiting, lte(notices.sendAt, now())))
      .orderBy(asc(notices.sendAt))
      .limit(atOnce);
    if (rows.length === 0) break;
    const { shopName, subjectOf } = await readSubjects(context, rows);
    for (const row of rows) {
      if (signal.aborted) break;
      await sendOne(context, mail, row, subjectOf(row), { ...store, shopName });
    }
  }
  const [next] = await database
    .select({ at: min(notices.sendAt) })
    .from(notices)
    .where(isWaiting);
  if (!next?.at) return;
  await jobs.send(database, 'tell-customers', { shop }, { startAfter: next.at });
}

async function readSubjects(context: ShopContext, rows: readonly NoticeRow[]) {
  const { database, shop, graphql } = context;
  const ids = [...new Set(rows.map(({ contractId }) => contractId))];
  const answer = await graphql(getRecipients, {
    ids: ids.map((id) => globalIdOf('SubscriptionContract', id)),
  });
  const recipients = new Map(
    answer.nodes.flatMap((node) => (node === null ? [] : [[originalIdOf(node.id), node] as const])),
  );
  const told = sql.join(
    rows.map(({ contractId, cycleIndex }) => sql`(${contractId}, ${cycleIndex}::integer)`),
    sql`, `,
  );
  const subjects = await rowsOf(
    database,
    subjectSchema,
    sql`select contract.id as contract, told.cycle, cycle.expected_at, cycle.is_billed or cycle.is_skipped as is_over,
        standing.state, standing.reason, coalesce(cycle.amount, ${contractAmount}) as amount,
        contract.currency_code, contract.customer_id, customer.refused_email, lines.items
      from (values ${told}) told (contract, cycle)
      join subscription_contract contract on contract.shop = ${shop} and contract.id = told.contract
      left join billing_cycle cycle
        on cycle.shop = ${shop} and cycle.contract_id = told.contract and cycle.cycle_index = told.cycle
      left join cycle_billing standing
        on standing.shop = ${shop} and standing.contract_id = told.contract and standing.cycle_index = told.cycle
      left join store_customer customer on customer.shop = ${shop} and customer.id = contract.customer_id
      left join lateral (
        select json_agg(json_build_object('title', concat_ws(', ', line.title, line.variant_title),
          'quantity', line.quantity) order by line.position) as items
        from subscription_contract_line line
        where line.shop = ${shop} and line.contract_id = told.contract
      ) lines on true`,
  );
  const subjectOf = ({ contractId, cycleIndex }: NoticeRow): Subject | null => {
    const subject = subjects.find((one) => one.contract === contractId && one.cycle === cycleIndex);
    const recipient = recipients.get(contractId);
    if (subject === undefined || recipient === undefined) return null;
    const { deliveryMethod, status } = recipient;
    // The platform may still name a customer whom it had us erase.
    const isErased = subject.customer_id?.startsWith(erasedMark) ?? false;
    const customer = isErased ? null : recipient.customer;
    return {
      ...subject,
      name: customer?.displayName ?? '',
      email: customer?.defaultEmailAddress?.emailAddress ?? null,
      country: deliveryMethod?.address?.countryCodeV2 ?? null,
      isActive: status === 'ACTIVE',
    };
  };
  return { shopName: answer.shop.name, subjectOf };
}

type NamedStore = Store & { shopName: string };

/** Why a notice isn't sent, by how things stand now; null if it is. */
function reasonNotToSend(
  { notice, about, happenedAt }: NoticeRow,
  subject: Subject | null,
  { vendor, notifications, settings, timeZone }: NamedStore,
  now: Date,
): UnsentReason | null {
  if (vendor === null || !opensTheApp(vendor)) return 'store closed';
  if (settings.stoppedAt !== null && notice === 'reminder') return 'store closed';
  if (notice !== 'reminder' && !isChannelEnabled(flagsOf(notifications, notice), 'email')) {
    return 'switched off';
  }
  if (subject === null || !subject.isActive) return 'subscription over';
  if (notice === 'reminder') {
    const orderDay = subject.expected_at && dayIn(timeZone, subject.expected_at);
    if (subject.is_over || orderDay === null || !about.endsWith(` ${orderDay}`)) {
      return 'order changed';
    }
    if (orderDay <= dayIn(timeZone, now)) return 'too late';
  } else {
    if (subject.state !== 'open') return 'order changed';
    if (subject.reason === 'waits for method' && settings.rules.asksForMethod) {
      return 'asked by Shopify';
    }
  }
  if (now.getTime() - happenedAt.getTime() > latest) return 'too late';
  if (subject.email === null) return 'no address';
  return subject.email === subject.refused_email ? 'address refused' : null;
}

async function sendOne(
  context: ShopContext,
  mail: Mail,
  row: NoticeRow,
  subject: Subject | null,
  store: NamedStore,
): Promise<void> {
  const { database, shop, now } = context;
  const isThis = and(
    eq(notices.shop, shop),
    eq(notices.contractId, row.contractId),
    eq(notices.notice, row.notice),
    eq(notices.about, row.about),
  );
  const write = (from: NoticeRow['state'], change: Partial<NoticeRow>) =>
    database
      .update(notices)
      .set(change)
      .where(and(isThis, eq(notices.state, from)))
      .returning({ about: notices.about });
  const reason = reasonNotToSend(row, subject, store, now());
  if (reason !== null || subject?.email == null || store.vendor === null) {
    await write('waiting', { state: 'not sent', reason, at: now() });
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
    await mail.send(
      await messageOf(context, row, { ...subject, email: subject.email }, store.vendor, store),
    );
    await write('sending', { state: 'sent', at: now() });
  } catch (error) {
    if (error instanceof AddressRefusedError) {
      await database
        .update(customers)
        .set({ refusedEmail: subject.email })
        .where(and(eq(customers.shop, shop), eq(customers.id, subject.customer_id ?? '')));
      await write('sending', { state: 'not sent', reason: 'address refused', at: now() });
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
  }
}

async function messageOf(
  context: ShopContext,
  { contractId, notice, about }: NoticeRow,
  { name, email, items, amount, currency_code, expected_at }: Subject & { email: string },
  vendor: Vendor,
  { shopName, timeZone }: NamedStore,
) {
  const { facts: common, ...letterhead } = letterheadOf(context, vendor, shopName);
  const firstName = firstNameOf(name);
  const order = {
    name: '',
    firstName: firstName && bidiIsolate(firstName),
    items: (items ?? []).map((item) => ({ ...item, title: bidiIsolate(item.title) })),
    // Taxes are known once the platform has made the order.
    total: `${formatMoney(amount, currency_code)} before tax`,
    otherProduct: '',
  };
  const words = wordsOf(notice, {
    shopName: common.shopName,
    order,
    ...(expected_at && { day: formatDay(dayIn(timeZone, expected_at)) }),
  });
  const facts = { ...common, order, words };
  const id = createHash('sha256')
    .update(JSON.stringify([context.shop, contractId, notice, about]))
    .digest('hex');
  return {
    ...letterhead,
    to: email,
    subject: words.subject,
    html: await emailHtml(facts),
    text: emailText(facts),
    id: `<${id}@${context.senderDomain}>`,
  };
}
