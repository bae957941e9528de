import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { dayIn, hourOfDay } from '#contract/calendar.ts';
import { apiPrefix } from '#contract/endpoints.ts';
import { unsubscribePath } from '#contract/unsubscribe.ts';
import { eraseContractCustomer } from '../recurring/mirror/customer-data.ts';
import { keepTimeZone } from '../shop/store-time-zone.ts';
import { approveVendor } from '../shop/vendor.ts';
import {
  billingAttemptTable,
  billingSettingsTable,
  customerNoticeTable as notices,
  notificationSettingsTable,
  storeCustomerTable,
  subscriptionContractTable,
  timelineEntryTable,
  vendorTable,
} from '../store/schema.ts';
import { billingInTest } from '../testing/billing-in-test.ts';
import { serviceForSuite } from '../testing/service-for-suite.ts';
import { roastAndRitual as shop } from '../testing/service-in-test.ts';
import { databases } from '../testing/temporary-database.ts';
import { sendCustomerNotices } from './customer-notices.ts';
import { parcelInWebhook, tellOfParcel } from './parcel-notices.ts';

const timeZone = 'America/Los_Angeles';
const parcelSchema = z.object({
  id: z.number(),
  status: z.string(),
  shipmentStatus: z.string().nullable(),
  createdAt: z.string(),
});
const ordersSchema = z.object({
  orders: z.object({ nodes: z.array(z.object({ id: z.string() })) }),
});

describe.each(databases)('parcels that customers are told of on %s', (kind) => {
  const service = serviceForSuite(kind);
  const billing = billingInTest(service);
  const { control, now, context } = billing;
  const send = () => sendCustomerNotices(context(), new AbortController().signal);
  const kept = async () =>
    (await service.database.select().from(notices).orderBy(notices.happenedAt)).map(
      ({ notice, state, reason }) => [notice, state, reason].filter(Boolean).join(', '),
    );
  const subjects = () =>
    control()
      .mails()
      .map(({ subject }) => subject.replace(/#\d+/, '#'));
  const moveTo = (hour: number) =>
    control().clock.moveTo(hourOfDay(timeZone, dayIn(timeZone, now()), hour));

  /** What the platform tells of a parcel, as it stands now or as the carrier says. */
  async function hear(orderId: number, shipmentStatus?: string) {
    const parcel = parcelSchema.parse(
      await control().act(shop, 'parcel', { orderId, ...(shipmentStatus && { shipmentStatus }) }),
    );
    const about = parcelInWebhook.parse({
      admin_graphql_api_id: `gid://shopify/Fulfillment/${parcel.id}`,
      order_id: orderId,
      status: parcel.status.toLowerCase(),
      shipment_status: parcel.shipmentStatus,
      created_at: parcel.createdAt,
    });
    await tellOfParcel(context(), { about, triggeredAt: now() });
  }

  /** A subscription whose first renewal was charged, at noon. */
  async function charged(terms: Parameters<typeof billing.subscribe>[0] = {}) {
    const subscription = await billing.subscribe(terms);
    let order: string | null = null;
    while (order === null) {
      await billing.moveOn();
      await billing.charge();
      const [attempt] = await service.database.select().from(billingAttemptTable);
      order = attempt?.orderId ?? null;
    }
    await control().clock.moveTo(new Date(now().getTime() + 20 * 3_600_000));
    await moveTo(12);
    return { ...subscription, orderId: Number(order) };
  }

  beforeEach(async () => {
    await billing.reset();
    control().forgetMails();
    await service.database.delete(vendorTable);
    await service.database.delete(notificationSettingsTable);
    await approveVendor(service.database, { shop, status: 'active', simpleSubscription: true });
    await billing.keepMirror();
    await service.database.insert(billingSettingsTable).values({ shop, wentLiveAt: now() });
    await service.database.update(storeCustomerTable).set({ refusedEmail: null });
  });

  it('are told of once for each state, however often and in what words the platform tells', async () => {
    const { orderId } = await charged();
    await hear(orderId);
    await hear(orderId);
    await send();
    await hear(orderId, 'delayed');
    await send();
    await hear(orderId, 'out_for_delivery');
    await hear(orderId, 'out_for_delivery');
    await send();
    await hear(orderId, 'delivered');
    await send();
    await send();
    expect(subjects().reverse()).toEqual([
      'Your order # is on its way',
      'News about your order #',
      'Your order # arrives today',
      'Your order # has arrived',
    ]);
    const [arrived] = control().mails();
    expect(arrived?.text).toMatch(/1 × .+\nTotal: \$[\d.]+\n/);
    expect(arrived?.text).not.toContain('before tax');
  });

  it('are told of with each of their items', async () => {
    const { orderId } = await charged({ lines: 12 });
    await hear(orderId);
    await send();
    expect(control().mails()[0]?.text.match(/^1 × /gm)).toHaveLength(12);
  });

  it('are told of with the total in the currency that the customer paid in', async () => {
    const { id, orderId } = await charged();
    control().changeContract(shop, Number(id), { currencyCode: 'EUR' });
    await hear(orderId);
    await send();
    expect(control().mails()[0]?.text).toMatch(/Total: €[\d.]+\n/);
  });

  it('are not told of to who bought once, nor of what is no news', async () => {
    const once = ordersSchema.parse(
      await service.admin(
        shop,
        '{ orders(first: 1, query: "-tag:Subscription") { nodes { id } } }',
        {},
      ),
    ).orders.nodes[0];
    await hear(Number(once?.id.split('/').pop()));
    const { orderId } = await charged();
    await hear(orderId, 'in_transit');
    expect(await kept()).toEqual(['customerOrderOnTheWay, waiting']);
  });

  it('are told of as they are by the morning, not as they were at night', async () => {
    const { orderId } = await charged();
    await moveTo(22);
    await hear(orderId);
    await hear(orderId, 'out_for_delivery');
    await send();
    expect(subjects()).toEqual([]);
    await control().clock.moveTo(new Date(now().getTime() + 14 * 3_600_000));
    await hear(orderId, 'delivered');
    await send();
    expect((await kept()).sort()).toEqual([
      'customerOrderArrived, sent',
      'customerOrderOnTheWay, not sent, overtaken',
      'customerOrderOutForDelivery, not sent, overtaken',
    ]);
  });

  it('arrive today only on that day', async () => {
    const { orderId } = await charged();
    await moveTo(22);
    await hear(orderId, 'out_for_delivery');
    await control().clock.moveTo(new Date(now().getTime() + 14 * 3_600_000));
    await send();
    expect(await kept()).toContain('customerOrderOutForDelivery, not sent, too late');
  });

  it('do so by the customer’s clocks, not the store’s', async () => {
    const { orderId } = await charged();
    await keepTimeZone(service.database, { shop, timeZone: 'Europe/Berlin' });
    await hear(orderId, 'out_for_delivery');
    // There it is tomorrow by then.
    await control().clock.moveTo(new Date(now().getTime() + 4 * 3_600_000));
    await send();
    expect(await kept()).toContain('customerOrderOutForDelivery, sent');
    await keepTimeZone(service.database, { shop, timeZone });
  });

  it('are told of by the latest news alone where they couldn’t be delivered', async () => {
    const { orderId } = await charged();
    await hear(orderId);
    await hear(orderId, 'delayed');
    await hear(orderId, 'out_for_delivery');
    await hear(orderId, 'attempted_delivery');
    await send();
    expect((await kept()).sort()).toEqual([
      'customerOrderOnTheWay, sent',
      'customerOrderOutForDelivery, not sent, overtaken',
      'order_tracking, not sent, overtaken',
      'order_tracking, sent',
    ]);
  });

  it('are told of by the vendor’s own fulfillment where that sends them', async () => {
    await service.database.update(vendorTable).set({ handleFulfillmentWebhook: true });
    const { orderId } = await charged();
    await hear(orderId, 'delayed');
    await send();
    expect((await kept()).sort()).toEqual([
      'customerOrderOnTheWay, not sent, sent by fulfillment',
      'order_tracking, sent',
    ]);
  });

  it('are told of though the subscription is over by then, but not to an erased customer', async () => {
    const { id, orderId } = await charged();
    control().changeContract(shop, Number(id), { status: 'CANCELLED' });
    await hear(orderId);
    await send();
    expect(await kept()).toEqual(['customerOrderOnTheWay, sent']);
    const [contract] = await service.database.select().from(subscriptionContractTable);
    await eraseContractCustomer(service.database, shop, contract?.customerId ?? '');
    await hear(orderId, 'delivered');
    await send();
    expect((await kept()).sort()).toEqual([
      'customerOrderArrived, not sent, no address',
      'customerOrderOnTheWay, not sent, overtaken',
    ]);
  });

  it('are told of until the customer unsubscribes, and again if they change their mind', async () => {
    const { id, orderId } = await charged();
    await hear(orderId);
    await send();
    const [mail] = control().mails();
    const url = new URL(mail?.listUnsubscribe?.slice(1, -1) ?? '');
    expect(mail?.text).toContain(`Unsubscribe from emails about parcels and products: ${url.href}`);
    const own = url.searchParams.get('token') ?? '';
    const unsubscribe = async (isUnsubscribed: boolean, token = own) => {
      const { status } = await service.request(`${apiPrefix}${unsubscribePath}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ token, isUnsubscribed }),
      });
      return status;
    };
    const forged = own.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    expect(await unsubscribe(true, forged)).toBe(404);
    const [before] = await service.database.select().from(storeCustomerTable);
    expect(before?.unsubscribedAt).toBeNull();
    for (const _ of ['once', 'twice']) expect(await unsubscribe(true)).toBe(204);
    await hear(orderId, 'out_for_delivery');
    await send();
    expect(await unsubscribe(false)).toBe(204);
    await hear(orderId, 'delivered');
    await send();
    expect((await kept()).sort()).toEqual([
      'customerOrderArrived, sent',
      'customerOrderOnTheWay, sent',
      'customerOrderOutForDelivery, not sent, unsubscribed',
    ]);
    const told = await service.database.select().from(timelineEntryTable);
    expect(told.map(({ contractId, kind, who }) => [contractId, kind, who])).toEqual([
      [id, 'unsubscribed', 'customer'],
      [id, 'subscribed again', 'customer'],
    ]);
  });

  it('are not told of where they were sent before the store went live', async () => {
    const { orderId } = await charged();
    await hear(orderId);
    await service.database.delete(notices);
    await service.database
      .update(billingSettingsTable)
      .set({ wentLiveAt: new Date(now().getTime() + 1_000) });
    await hear(orderId, 'delivered');
    expect(await kept()).toEqual([]);
  });

  it('are told of to nobody where the store doesn’t bill with Cadence', async () => {
    const { orderId } = await charged();
    await service.database.delete(billingSettingsTable);
    await hear(orderId, 'delivered');
    expect(await kept()).toEqual([]);
  });
});
