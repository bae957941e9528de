import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { addDays, dayIn, hourOfDay } from '#contract/calendar.ts';
import { subscriptionContractSchema } from '#contract/subscription-contract.ts';
import { refreshContract } from '../recurring/mirror/refresh.ts';
import { tellCustomers } from '../recurring/notices/outbox.ts';
import { approveVendor } from '../shop/vendor.ts';
import {
  billingSettingsTable,
  customerNoticeTable as notices,
  notificationSettingsTable,
  orderImportTable,
  productTable,
  rotationTable,
  rotationVersionTable,
  storeCustomerTable,
  subscribedProductTable,
  subscriptionContractLineTable,
  subscriptionContractTable,
  vendorTable,
  webhookTable,
} from '../store/schema.ts';
import { billingInTest } from '../testing/billing-in-test.ts';
import { serviceForSuite } from '../testing/service-for-suite.ts';
import { bodyOf, roastAndRitual as shop } from '../testing/service-in-test.ts';
import { databases } from '../testing/temporary-database.ts';
import { receiveWebhook } from '../webhook/receive.ts';
import { sendCustomerNotices } from './customer-notices.ts';
import {
  isNews,
  keepSubscribedProducts,
  productInWebhook,
  tellOfProduct,
} from './product-notices.ts';
import { updateNotifications } from './store.ts';

const timeZone = 'America/Los_Angeles';

describe.each(databases)('products that customers are told of on %s', (kind) => {
  const service = serviceForSuite(kind);
  const billing = billingInTest(service);
  const { control, now, context } = billing;
  let id: string;
  let product: string;
  let title: string;
  let line: string;

  const send = () => sendCustomerNotices(context(), new AbortController().signal);
  const kept = async () =>
    (await service.database.select().from(notices).orderBy(notices.happenedAt)).map(
      ({ notice, state, reason }) => [notice, state, reason].filter(Boolean).join(', '),
    );
  const mails = () => control().mails();
  const moveTo = (hour: number, days = 0) =>
    control().clock.moveTo(hourOfDay(timeZone, addDays(dayIn(timeZone, now()), days), hour));
  const body = (to: string) => ({
    admin_graphql_api_id: `gid://shopify/Product/${product}`,
    title: to,
  });
  const hear = (to: string) =>
    tellOfProduct(context(), { about: productInWebhook.parse(body(to)) });
  async function rename(to: string) {
    await control().act(shop, 'product', { productId: Number(product), title: to });
    await service.settled();
    await hear(to);
  }
  const page = async () =>
    bodyOf(
      await service.call(shop, 'GET', `/subscription/contract/${id}`),
      subscriptionContractSchema,
    );
  /** Has the line sell another variant of the store. */
  async function sell(variant: string) {
    const { tag, lines } = await page();
    const [own] = lines;
    const { status } = await service.call(shop, 'POST', `/subscription/contract/${id}`, {
      body: {
        change: 'set lines',
        lines: [{ line: own?.id, quantity: own?.quantity, price: own?.price, variant }],
      },
      headers: { 'If-Match': tag },
    });
    expect(status).toBe(200);
  }
  async function variants(): Promise<string[]> {
    const answer = await service.admin(
      shop,
      '{ productVariants(first: 20) { nodes { id product { id } } } }',
    );
    const found = JSON.stringify(answer).matchAll(
      /"id":"gid:\/\/shopify\/ProductVariant\/(\d+)","product":\{"id":"gid:\/\/shopify\/Product\/(\d+)"/g,
    );
    return [...found].flatMap(([, variant, of]) => (of !== product && variant ? [variant] : []));
  }

  beforeEach(async () => {
    await billing.reset();
    control().forgetMails();
    for (const table of [
      ...[vendorTable, notificationSettingsTable, subscribedProductTable, webhookTable],
    ]) {
      await service.database.delete(table);
    }
    await approveVendor(service.database, { shop, status: 'active', simpleSubscription: true });
    await billing.keepMirror();
    await service.database.insert(billingSettingsTable).values({ shop, wentLiveAt: now() });
    await service.database
      .update(storeCustomerTable)
      .set({ refusedEmail: null, unsubscribedAt: null });
    await moveTo(12, 1);
    ({ id } = await billing.subscribe());
    await keepSubscribedProducts(context());
    const [own] = await service.database.select().from(subscriptionContractLineTable);
    const [named] = await service.database.select().from(subscribedProductTable);
    line = own?.id ?? '';
    product = own?.productId ?? '';
    title = named?.title ?? '';
  });

  it('have a rotation pass over what was archived, and know new names, without waiting for a charge', async () => {
    const row = { shop, originalId: product, title, status: 'active' as const };
    await service.database.insert(productTable).values(row);
    const about = (status: string) => productInWebhook.parse({ ...body(title), status });
    expect(await isNews(context(), about('active'))).toBe(false);
    expect(await isNews(context(), about('archived'))).toBe(true);
    await control().act(shop, 'product', { productId: Number(product), status: 'ARCHIVED' });
    await service.settled();
    await hear(title);
    expect(await service.database.select().from(productTable)).toMatchObject([
      { status: 'archived' },
    ]);
    expect(await isNews(context(), about('archived'))).toBe(false);
    expect(await isNews(context(), about('active'))).toBe(true);
    await control().act(shop, 'product', { productId: Number(product), status: 'ACTIVE' });
    await hear(title);
    await service.database.delete(subscribedProductTable);
    const renamed = productInWebhook.parse({ ...body('Night blend'), status: 'active' });
    expect(await isNews(context(), renamed)).toBe(true);
    await service.database.delete(productTable);
  });

  it('are told of under the name that subscribers know, once a day, in the words of the preview', async () => {
    await rename('Morning blend');
    await rename('Morning blend');
    await rename('Evening blend');
    await send();
    expect(await kept()).toEqual(['customerProductUpdate, sent']);
    expect(mails()).toMatchObject([
      {
        subject: `${title} has changed`,
        text: expect.stringContaining('You’ll get the new version with your next order.'),
      },
    ]);
    expect(mails()[0]?.text).toContain('Unsubscribe from emails about parcels and products');
    expect((await page()).history).toContainEqual(
      expect.objectContaining({ event: 'told', notice: 'customerProductUpdate', unsent: null }),
    );
    await moveTo(12, 1);
    await rename('Night blend');
    await send();
    expect(mails().map(({ subject }) => subject)).toContain('Evening blend has changed');
  });

  it('are told of on one day after the other where many are renamed at once', async () => {
    const [first = '', second = ''] = await variants();
    const others: string[] = [];
    for (const variant of [first, second]) {
      const { id: other } = await billing.subscribe();
      await service.database
        .update(subscriptionContractLineTable)
        .set({ productId: variant })
        .where(eq(subscriptionContractLineTable.contractId, other));
      const [contract] = await service.database
        .select()
        .from(subscriptionContractTable)
        .where(eq(subscriptionContractTable.id, id));
      await service.database
        .update(subscriptionContractTable)
        .set({ customerId: contract?.customerId ?? null })
        .where(eq(subscriptionContractTable.id, other));
      others.push(other);
    }
    const row = {
      notice: 'customerProductUpdate' as const,
      about: '',
      cycle: 0,
      subject: 'Before',
    };
    await service.database.transaction(async (transaction) => {
      await tellCustomers(
        { ...context(), database: transaction },
        others.map((contract, index) => ({
          ...{ ...row, contract, about: `${index === 0 ? first : second} today` },
        })),
      );
      const named = [first, second].map((of) => ({ shop, id: of, title: 'After', asOf: now() }));
      await transaction.insert(subscribedProductTable).values(named);
    });
    await rename('Morning blend');
    for (const days of [1, 2, 3]) {
      await send();
      await send();
      expect(mails()).toHaveLength(days);
      await moveTo(12, 1);
    }
    expect(new Set(await kept())).toEqual(new Set(['customerProductUpdate, sent']));
  });

  it('are told of once to who has several subscriptions of one', async () => {
    const other = await billing.subscribe();
    await service.database
      .update(subscriptionContractLineTable)
      .set({ productId: product })
      .where(eq(subscriptionContractLineTable.contractId, other.id));
    await rename('Morning blend');
    for (const _ of ['today', 'tomorrow']) {
      await send();
      await moveTo(12, 1);
    }
    expect(mails()).toHaveLength(1);
    expect(await kept()).toEqual(['customerProductUpdate, sent']);
  });

  it('are heard of only with another name, however often their stock changes', async () => {
    const receive = (to: string, webhook: string) =>
      receiveWebhook(context(), {
        ...{ id: webhook, topic: 'products/update', triggeredAt: now(), body: body(to) },
      });
    await receive(title, 'stock');
    const other = { ...body('Tea'), admin_graphql_api_id: 'gid://shopify/Product/1' };
    await receiveWebhook(context(), {
      ...{ id: 'other', topic: 'products/update', triggeredAt: now(), body: other },
    });
    await receive('Morning blend', 'name');
    const rows = await service.database.select({ id: webhookTable.id }).from(webhookTable);
    expect(rows).toEqual([{ id: 'name' }]);
  });

  it('are told of where others were put in their place while the subscription was paused', async () => {
    const [first = ''] = await variants();
    control().changeContract(shop, Number(id), { status: 'PAUSED' });
    await refreshContract(context(), id);
    await sell(first);
    await send();
    expect(await kept()).toEqual(['customerProductChanged, sent']);
  });

  it('are told of without asking for the price of an order, where a rotation has its products’ prices', async () => {
    const [first = ''] = await variants();
    const rotation = { shop, productId: product, products: [first], version: 1 };
    await service.database.insert(rotationTable).values({ ...rotation, price: 'product' });
    await service.database
      .insert(rotationVersionTable)
      .values({ ...rotation, savedAt: new Date(0) });
    await rename('Morning blend');
    service.operations();
    await send();
    expect(service.operations()).not.toContain('CycleToCharge');
    expect(await kept()).toEqual(['customerProductUpdate, sent']);
    await service.database.delete(rotationTable);
    await service.database.delete(rotationVersionTable);
  });

  it('are asked for once where the store is frozen, and not again', async () => {
    await service.database.update(orderImportTable).set({ timeZone: null });
    control().startScenario('platform-shop-frozen', { shop });
    service.operations();
    expect(await hear('Morning blend')).toBe('The platform did not let us read it.');
    expect(service.operations()).toHaveLength(1);
    control().endScenarios();
    await service.database.update(orderImportTable).set({ timeZone });
  });

  it('are not told of where an older webhook comes later, or the name is the old one again', async () => {
    // The name was changed and put right again, and Shopify tells of the change last.
    await hear('Morning blend');
    expect(await service.database.select().from(subscribedProductTable)).toMatchObject([{ title }]);
    expect(await kept()).toEqual([]);
    await rename('Morning blend');
    await rename(title);
    await send();
    expect(await kept()).toEqual(['customerProductUpdate, not sent, order changed']);
  });

  it('are not told of at night, by a channel that is off, or to who has unsubscribed', async () => {
    await moveTo(23);
    await rename('Morning blend');
    await send();
    expect(await kept()).toEqual(['customerProductUpdate, waiting']);
    await updateNotifications(context(), { settings: { customerProductUpdate: { email: false } } });
    await moveTo(12, 1);
    await send();
    expect(await kept()).toEqual(['customerProductUpdate, not sent, switched off']);
    await updateNotifications(context(), { settings: { customerProductUpdate: { email: true } } });
    await service.database.update(storeCustomerTable).set({ unsubscribedAt: now() });
    await service.database.update(notices).set({ state: 'waiting', reason: null });
    await send();
    expect(await kept()).toEqual(['customerProductUpdate, not sent, unsubscribed']);
    expect(mails()).toEqual([]);
  });

  it('are told of in place of others, once each, and not where the first one is back', async () => {
    const [first = '', second = ''] = await variants();
    const [own] = await service.database.select().from(subscriptionContractLineTable);
    await sell(first);
    await sell(second);
    await send();
    const [present] = await service.database
      .select()
      .from(subscriptionContractLineTable)
      .where(eq(subscriptionContractLineTable.id, line));
    expect(await kept()).toEqual(['customerProductChanged, sent']);
    expect(mails()).toHaveLength(1);
    expect(mails()[0]?.subject).toContain(`Your next order brings ${present?.title}`);
    expect(mails()[0]?.text).toContain(`instead of ${own?.title}`);
    await sell(first);
    await sell(present?.variantId ?? '');
    await send();
    expect(await kept()).toEqual([
      'customerProductChanged, sent',
      'customerProductChanged, not sent, order changed',
    ]);
  });

  it('are told of each time that they take the place of others, so that the last word is true', async () => {
    const [own] = (await page()).lines;
    const [other = ''] = await variants();
    for (const variant of [other, own?.variant ?? '', other]) {
      await sell(variant);
      await send();
    }
    const [last, back, first] = mails().map(({ subject }) => subject);
    expect([last, mails().length]).toEqual([first, 3]);
    expect(back).not.toBe(first);
  });

  it('are told of by email also while a text message waits, so that the last word is true', async () => {
    const [first = '', second = ''] = await variants();
    await sell(first);
    const [told] = await service.database.select().from(notices);
    if (told === undefined) throw new Error('Nobody is told.');
    // Nobody sends texts here, so it waits.
    await service.database.insert(notices).values({ ...told, channel: 'text' });
    await send();
    await sell(second);
    await send();
    const [own] = (await page()).lines;
    expect(mails().map(({ subject }) => subject)).toEqual([
      expect.stringContaining(own?.title ?? ''),
      expect.anything(),
    ]);
    expect((await kept()).sort()).toEqual([
      ...['customerProductChanged, sent', 'customerProductChanged, sent'],
      'customerProductChanged, waiting',
    ]);
  });

  it('are asked for once, also those that are deleted', async () => {
    service.operations();
    await keepSubscribedProducts(context());
    expect(service.operations()).not.toContain('CoffeeTitles');
    await service.database.delete(subscribedProductTable);
    await control().act(shop, 'product', { productId: Number(product), isDeleted: true });
    await keepSubscribedProducts(context());
    expect(await service.database.select().from(subscribedProductTable)).toMatchObject([
      { id: product, title: '' },
    ]);
    await hear('Morning blend');
    expect(await kept()).toEqual([]);
  });

  it('are not told of where Shopify named none before', async () => {
    await service.database.update(subscribedProductTable).set({ title: '' });
    await hear(title);
    expect(await service.database.select().from(subscribedProductTable)).toMatchObject([{ title }]);
    expect(await kept()).toEqual([]);
  });
});
