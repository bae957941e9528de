import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { formatPrice, formatProduct } from '#contract/format.ts';
import { globalIdOf, originalIdOf } from '#contract/global-id.ts';
import type { parcelNotices, UnsentReason } from '#contract/notices.ts';
import { refusalOf } from '../recurring/billing/refused-shop.ts';
import { findLiveSettings } from '../recurring/billing/store.ts';
import { erasedMark } from '../recurring/mirror/mapping.ts';
import {
  latestNewsMilliseconds,
  type NoticeRow,
  tellCustomers,
} from '../recurring/notices/outbox.ts';
import type { ShopContext } from '../shop-context.ts';
import {
  subscriptionContractTable as contracts,
  storeCustomerTable as customers,
} from '../store/schema.ts';
import { getParcelContracts, getParcels } from './documents.ts';
import { isSameDay } from './quiet-hours.ts';
import type { Subject, SubjectsOf } from './subject.ts';

type ParcelNotice = (typeof parcelNotices)[number];

/** The notice for each state of a parcel that a carrier reports (`shipment_status`). */
const noticesOfStatus: ReadonlyMap<string, ParcelNotice> = new Map([
  ['out_for_delivery', 'customerOrderOutForDelivery'],
  ['delivered', 'customerOrderArrived'],
  ['attempted_delivery', 'order_tracking'],
  ['delayed', 'order_tracking'],
  ['failure', 'order_tracking'],
  ['ready_for_pickup', 'order_tracking'],
]);

const keptSchema = z.object({
  parcel: z.string(),
  isSent: z.boolean(),
  status: z.string().nullable(),
  sentAt: z.coerce.date(),
});

/** The part of a webhook about a fulfillment that we store. Also parses the stored form. */
export const parcelInWebhook = z.union([
  keptSchema,
  z
    .object({
      admin_graphql_api_id: z.string(),
      status: z.string(),
      shipment_status: z.string().nullish(),
      created_at: z.coerce.date(),
    })
    .transform((body) => ({
      parcel: originalIdOf(body.admin_graphql_api_id),
      isSent: body.status === 'success',
      status: body.shipment_status ?? null,
      sentAt: body.created_at,
    })),
]);

/**
 * Has a subscriber told of a parcel on its way, and of what its carrier says of it. Once for each state, in whatever order and however
 * often webhooks come.
 */
export async function tellOfParcel(
  context: ShopContext,
  { about, triggeredAt }: { about: z.output<typeof parcelInWebhook>; triggeredAt: Date },
): Promise<string> {
  const { database, shop, graphql, now } = context;
  const { parcel, isSent, status, sentAt } = about;
  const isNews = (at: Date) => now().getTime() - at.getTime() < latestNewsMilliseconds;
  const ofStatus = noticesOfStatus.get(status ?? '');
  const notices = [
    ...(isSent && isNews(sentAt)
      ? [{ notice: 'customerOrderOnTheWay' as const, about: parcel, happenedAt: sentAt }]
      : []),
    ...(isSent && ofStatus !== undefined && isNews(triggeredAt)
      ? [{ notice: ofStatus, about: `${parcel} ${status}`, happenedAt: triggeredAt }]
      : []),
  ];
  if (notices.length === 0) return 'It is no news for customers.';
  const settings = await findLiveSettings(database, shop);
  if (settings === null) return 'The store tells customers nothing.';
  // What is said of it now may have been so for weeks.
  if (sentAt < settings.wentLiveAt) return 'It was sent before the store went live.';
  const id = globalIdOf('Fulfillment', parcel);
  const answer = await graphql(getParcelContracts, { id }).catch((error: unknown) => {
    if (refusalOf(error) === null) throw error;
    return null;
  });
  if (answer === null) return 'The platform did not let us read it.';
  const sold = answer.node?.fulfillmentLineItems.nodes.flatMap(({ lineItem: { contract } }) =>
    contract === null ? [] : [originalIdOf(contract.id)],
  );
  // Who has several subscriptions in one parcel hears of it once.
  const [contract] = sold?.sort() ?? [];
  if (contract === undefined) return 'No subscription is in the parcel.';
  await database.transaction(async (transaction) => {
    await tellCustomers(
      { ...context, database: transaction },
      notices.map((notice) => ({ contract, cycle: noCycle, ...notice })),
    );
  });
  context.jobs.wake();
  return 'The customer is told of it.';
}

/** Parcels are about an order that was charged. */
const noCycle = 0;

/** The recipients and contents of notices about parcels. */
export async function readParcels(
  { database, shop, graphql, now }: ShopContext,
  rows: readonly NoticeRow[],
  { timeZone }: { timeZone: string },
): Promise<SubjectsOf> {
  const parcelOf = ({ about }: NoticeRow) => about.split(' ', 1)[0] ?? '';
  const answer = await graphql(getParcels, {
    ids: [...new Set(rows.map(parcelOf))].map((id) => globalIdOf('Fulfillment', id)),
  });
  const parcels = answer.nodes.flatMap((node) => node ?? []);
  const mirrored = await database
    .select({ id: contracts.id, customerId: contracts.customerId })
    .from(contracts)
    .where(
      and(
        eq(contracts.shop, shop),
        inArray(
          contracts.id,
          rows.map(({ contractId }) => contractId),
        ),
      ),
    );
  const named = parcels.flatMap(({ order: { customer } }) =>
    customer ? [originalIdOf(customer.id)] : [],
  );
  const refused = await database
    .select({
      id: customers.id,
      email: customers.refusedEmail,
      phone: customers.refusedPhone,
      unsubscribedAt: customers.unsubscribedAt,
    })
    .from(customers)
    .where(and(eq(customers.shop, shop), inArray(customers.id, named)));
  const subjectOf = (row: NoticeRow): Subject | null => {
    const parcel = parcels.find(({ id }) => originalIdOf(id) === parcelOf(row));
    if (parcel === undefined) return null;
    const { order, fulfillmentLineItems } = parcel;
    const owner = mirrored.find(({ id }) => id === row.contractId)?.customerId ?? null;
    // The platform may still name a customer whom it had us erase.
    const customer = owner?.startsWith(erasedMark) ? null : order.customer;
    const customerId = customer === null ? owner : originalIdOf(customer.id);
    // What the customer paid, not what it is worth to the store.
    const { presentmentMoney: total } = order.currentTotalPriceSet;
    const refusedOf = refused.find(({ id }) => id === customerId);
    return {
      customerId,
      name: customer?.displayName ?? '',
      email: customer?.defaultEmailAddress?.emailAddress ?? null,
      refusedEmail: refusedOf?.email ?? null,
      isUnsubscribed: refusedOf?.unsubscribedAt != null,
      phone: customer?.defaultPhoneNumber?.phoneNumber ?? null,
      refusedPhone: refusedOf?.phone ?? null,
      country: order.shippingAddress?.countryCodeV2 ?? null,
      orderName: order.name,
      items: fulfillmentLineItems.nodes.map(({ lineItem, quantity }) => ({
        title: formatProduct(lineItem),
        quantity: quantity ?? 1,
      })),
      total: formatPrice(total.amount, total.currencyCode),
      hindrance: hindranceOf(row, parcel, now(), timeZone),
    };
  };
  return { shopName: answer.shop.name, subjectOf };
}

const ended = ['DELIVERED', 'PICKED_UP'];
/** What order tracking tells, each by a notice of its own. */
const tracked = ['ATTEMPTED_DELIVERY', 'DELAYED', 'FAILURE', 'READY_FOR_PICKUP'];
/** The states that a notice is old news in, unless it tells of that state. */
const later: Partial<Record<NoticeRow['notice'], readonly string[]>> = {
  customerOrderOnTheWay: ['OUT_FOR_DELIVERY', 'READY_FOR_PICKUP', ...ended],
  customerOrderOutForDelivery: ['NOT_DELIVERED', ...tracked, ...ended],
  order_tracking: ['OUT_FOR_DELIVERY', ...tracked, ...ended],
};

function hindranceOf(
  { notice, about, happenedAt }: NoticeRow,
  {
    status,
    displayStatus,
    order,
  }: {
    status: string;
    displayStatus: string | null;
    order: {
      cancelledAt: string | null;
      shippingAddress: { countryCodeV2: string | null } | null;
    };
  },
  now: Date,
  timeZone: string,
): UnsentReason | null {
  if (status === 'CANCELLED' || order.cancelledAt !== null) return 'order changed';
  const told = about.split(' ')[1]?.toUpperCase();
  const state = displayStatus ?? '';
  if (state !== told && later[notice]?.includes(state)) return 'overtaken';
  // It says "today".
  const country = order.shippingAddress?.countryCodeV2 ?? null;
  const isToday = isSameDay(happenedAt, now, country, timeZone);
  return notice === 'customerOrderOutForDelivery' && !isToday ? 'too late' : null;
}
