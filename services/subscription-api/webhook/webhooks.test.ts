import { randomUUID } from 'node:crypto';
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { apiPrefix, maximumWebhookBytes, webhookPath } from '#contract/endpoints.ts';
import { keepIntegration } from '../fulfilling/integration/store.ts';
import { takeImportLease } from '../fulfilling/order/import-lease.ts';
import { keepOrders } from '../fulfilling/order/rows.ts';
import { chosenIdsOf } from '../fulfilling/order-sync/chosen-ids.ts';
import { keepRun } from '../fulfilling/order-sync/run-store.ts';
import { queues } from '../jobs/queues.ts';
import { runJobCommand } from '../merchant/operator/job-commands.ts';
import { createScale } from '../merchant/scale/store.ts';
import { createView } from '../recurring/contracts/views.ts';
import { countRepair, noticeContract } from '../recurring/mirror/repairs.ts';
import { keepContract } from '../recurring/mirror/rows.ts';
import { tellCustomers } from '../recurring/notices/outbox.ts';
import { keepPicture } from '../selling/picture/store.ts';
import { saveGroupSettings } from '../selling/selling-plan-group/group-settings.ts';
import { recordSettingChange } from '../shop/setting-change.ts';
import { approveVendor } from '../shop/vendor.ts';
import type { Database } from '../store/database.ts';
import { rowsOf } from '../store/rows-of.ts';
import {
  billingAttemptTable,
  billingSettingsTable,
  bulkChangeRowTable,
  bulkChangeTable,
  contractMirrorTable,
  cycleBillingTable,
  formerContractLineTable,
  idempotencyKeyTable,
  importedSubscriptionTable,
  importLineTable,
  orderExtraTable,
  productTable,
  roastDayTable,
  roastSettingsTable,
  rotationPlaceTable,
  rotationTable,
  rotationVersionTable,
  sellingPlanGroupTurnTable,
  sessionTable,
  storeCustomerTable,
  storeOrderLineTable,
  storeOrderTable,
  subscribedProductTable,
  timelineEntryTable,
  webhookTable,
} from '../store/schema.ts';
import { contractExample } from '../testing/contract-example.ts';
import { makeRetriesDue } from '../testing/make-retries-due.ts';
import { orderExample } from '../testing/order-example.ts';
import { askPortal, magicLinkToken, openPortal } from '../testing/portal-in-test.ts';
import { serviceForSuite } from '../testing/service-for-suite.ts';
import { firstCrack, roastAndRitual, type ServiceInTest } from '../testing/service-in-test.ts';
import { usualDatabase } from '../testing/temporary-database.ts';
import { sendWebhook } from '../testing/webhook-in-test.ts';
import { askForInstallation } from './documents.ts';
import { carryOutWebhook, receiveWebhook } from './receive.ts';
import { eraseShop } from './shop-data.ts';

/** Statements that wait for a row. */
const waiting = sql`select 1 from pg_locks where not granted and transactionid is not null`;

const person = { customer: { id: 1, email: 'ada@example.com', phone: '+1 555' } };

function failPlatform({ platform }: ServiceInTest): void {
  platform.control.addFault({ kind: 'status', status: 500, operation: 'Installation', times: 9 });
}

/** As with the secrets `<mistyped new>,<old>`: the old one verifies the webhook, but the refresh is refused. */
function refuseClient({ platform }: ServiceInTest): void {
  platform.control.addFault({ kind: 'status', status: 401, operation: 'Installation', times: 9 });
  platform.control.addFault({
    kind: 'status',
    status: 401,
    body: '{"error":"invalid_client"}',
    operation: 'access_token',
    times: 9,
  });
}

describe.each(usualDatabase)('webhooks on %s', (kind) => {
  const service = serviceForSuite(kind);
  beforeEach(async () => {
    service.platform.control.reset();
    service.platform.control.forgetMails();
    await service.database.delete(webhookTable);
    await service.database.delete(sessionTable);
    await service.database.delete(storeCustomerTable);
    await service.database.delete(storeOrderTable);
    await service.database.delete(storeOrderLineTable);
    await service.database.delete(importLineTable);
    await service.database.delete(importedSubscriptionTable);
    for (const shop of [firstCrack, roastAndRitual]) {
      expect((await service.call(shop, 'GET', '/delivery-profile')).status).toBe(200);
    }
  });

  /** Sends a webhook and waits until it was handled or failed. */
  const send = async (
    topic: string,
    body: unknown,
    options?: Parameters<typeof sendWebhook>[3],
  ): Promise<number> => {
    const status = await sendWebhook(service, topic, body, options);
    await service.settled();
    return status;
  };
  const sessionsOf = async (shop: string) =>
    await service.database.select().from(sessionTable).where(eq(sessionTable.shop, shop));
  /** An order of the customer, as the import stores it. */
  const keepOneOrder = (shop: string) =>
    keepOrders(service.database, shop, {
      orders: [orderExample()],
      plans: [{ shop, id: '5', name: 'Weekly', periodDays: 7 }],
    });
  const timesCarriedOut = () => service.log().split('"a webhook was carried out"').length;
  const received = async () => await service.database.select().from(webhookTable);

  it.each([
    ['a bad signature', { secret: 'wrong' }, {}],
    ['a shop that is none', { shop: 'evil.example.com' }, {}],
    ['a body about another shop', {}, { myshopify_domain: roastAndRitual }],
  ])('with %s are refused and change nothing', async (_, options, body) => {
    expect(await send('app/uninstalled', body, options)).toBe(401);
    expect(await sessionsOf(firstCrack)).toHaveLength(1);
    expect(await received()).toEqual([]);
  });

  it('without a signature, or too large, are refused', async () => {
    const post = (init: RequestInit) =>
      service.request(apiPrefix + webhookPath, { method: 'POST', ...init });
    expect(await post({ body: '{}' })).toMatchObject({ status: 401 });
    expect(await post({ body: 'x'.repeat(maximumWebhookBytes + 1) })).toMatchObject({
      status: 413,
    });
  });

  it('of an uninstalled app remove its tokens, once', async () => {
    const id = randomUUID();
    const body = { id: 1, myshopify_domain: firstCrack };
    await service.contextOf(firstCrack).graphql(askForInstallation, {});
    expect(await send('app/uninstalled', body, { id })).toBe(200);
    expect(await sessionsOf(firstCrack)).toEqual([]);
    expect(await sessionsOf(roastAndRitual)).toHaveLength(1);
    expect((await service.call(firstCrack, 'GET', '/delivery-profile')).status).toBe(200);
    expect(await send('app/uninstalled', body, { id })).toBe(200);
    expect(await sessionsOf(firstCrack)).toHaveLength(1);
    expect(await received()).toHaveLength(1);
  });

  it('are carried out once, though two deliveries come at once', async () => {
    await keepOneOrder(firstCrack);
    const id = randomUUID();
    const body = { shop_domain: firstCrack, ...person };
    const carriedOut = timesCarriedOut();
    const answers = await Promise.all([1, 2, 3].map(() => send('customers/redact', body, { id })));
    expect(answers).toEqual([200, 200, 200]);
    // The order counts once: the second request finds it erased already.
    expect((await received()).map(({ outcome }) => outcome)).toEqual([
      expect.stringContaining('were erased, and 1 orders'),
    ]);
    expect(timesCarriedOut()).toBe(carriedOut + 1);
  });

  it('are carried out after all where the job that should do it is gone', async () => {
    const id = randomUUID();
    const body = { current: ['read_products'] };
    // As left by a version without an inbox that died while handling it.
    await service.database
      .insert(webhookTable)
      .values({ shop: firstCrack, id, topic: 'app/scopes_update', triggeredAt: new Date() });
    expect(await send('app/scopes_update', body, { id })).toBe(200);
    expect((await sessionsOf(firstCrack))[0]?.scope).toBe('read_products');
    expect(await received()).toMatchObject([{ about: null, outcome: expect.any(String) }]);
  });

  it('of a topic that only a newer version knows are tried again, not lost', async () => {
    const { database } = service;
    const id = randomUUID();
    await database
      .insert(webhookTable)
      .values({ shop: firstCrack, id, topic: 'newer/topic', triggeredAt: new Date() });
    await service
      .contextOf(firstCrack)
      .jobs.send(database, 'webhook', { shop: firstCrack, webhook: id });
    await service.settled();
    const states = sql`select state::text as state from jobs.job where data->>'webhook' = ${id}`;
    expect(await rowsOf(database, z.unknown(), states)).toEqual([{ state: 'retry' }]);
  });

  it('leave neither a row nor a job where they cannot be put into the inbox whole', async () => {
    const { database } = service;
    const context = service.contextOf(firstCrack);
    const broken = {
      ...context.jobs,
      wake: () => {},
      send: async () => {
        throw new Error('no job');
      },
    };
    const id = randomUUID();
    const webhook = { id, topic: 'app/uninstalled', triggeredAt: new Date(), body: {} };
    await expect(receiveWebhook({ ...context, jobs: broken }, webhook)).rejects.toThrow('no job');
    expect(await received()).toEqual([]);
    await database
      .transaction(async (transaction) => {
        await receiveWebhook({ ...context, database: transaction }, webhook);
        throw new Error('no commit');
      })
      .catch(() => {});
    await service.settled();
    expect(await received()).toEqual([]);
    expect(await sessionsOf(firstCrack)).toHaveLength(1);
  });

  it('with a body that does not say what they are about are refused', async () => {
    expect(await send('orders/delete', { id: 'none' })).toBe(500);
    expect(await received()).toEqual([]);
  });

  it('of an uninstalled app close its vendor portal', async () => {
    for (const shop of [firstCrack, roastAndRitual]) {
      await approveVendor(service.database, { shop, status: 'active', simpleSubscription: true });
    }
    const [ours, theirs] = [
      await openPortal(service, firstCrack),
      await openPortal(service, roastAndRitual),
    ];
    expect(await send('app/uninstalled', {})).toBe(200);
    expect((await askPortal(service, ours, '/portal')).status).toBe(401);
    expect((await askPortal(service, theirs, '/portal')).status).toBe(200);
  });

  it('of a deleted order take it out of the store, however often they come', async () => {
    for (const shop of [firstCrack, roastAndRitual]) await keepOneOrder(shop);
    const turn = await takeImportLease(service.contextOf(firstCrack));
    for (const id of [7, 7, 8]) expect(await send('orders/delete', { id })).toBe(200);
    for (const table of [storeOrderTable, storeOrderLineTable]) {
      const rows = await service.database.select({ shop: table.shop }).from(table);
      expect(rows).toEqual([{ shop: roastAndRitual }]);
    }
    // An import that had read the order before its deletion doesn't bring it back.
    expect(await turn?.keep({}, () => keepOneOrder(firstCrack))).toBe(false);
  });

  it('of an uninstallation leave the tokens that came after it', async () => {
    const triggeredAt = new Date(Date.now() - 60_000);
    expect(await send('app/uninstalled', {}, { triggeredAt })).toBe(200);
    expect(await sessionsOf(firstCrack)).toHaveLength(1);
  });

  it('of changed scopes keep the newest, in whichever order they come', async () => {
    const older = new Date(Date.now() - 60_000);
    expect(await send('app/scopes_update', { current: ['read_products', 'read_orders'] })).toBe(
      200,
    );
    const late = { current: ['read_products'] };
    expect(await send('app/scopes_update', late, { triggeredAt: older })).toBe(200);
    expect((await sessionsOf(firstCrack))[0]?.scope).toBe('read_products,read_orders');
    expect((await sessionsOf(roastAndRitual))[0]?.scope).not.toBe('read_products,read_orders');
  });

  it('of changed scopes that come after an uninstallation leave those of the new installation', async () => {
    const [before] = await sessionsOf(firstCrack);
    const uninstalledAt = new Date(Date.now() - 2 * 3_600_000);
    const earlier = new Date(uninstalledAt.getTime() - 60_000);
    expect(await send('app/uninstalled', {}, { triggeredAt: uninstalledAt })).toBe(200);
    const body = { current: ['read_products'] };
    expect(await send('app/scopes_update', body, { triggeredAt: earlier })).toBe(200);
    expect(await sessionsOf(firstCrack)).toEqual([before]);
  });

  it.each([
    ['customers/redact', 'were erased, and 1 orders'],
    ['customers/data_request', 'name and email address, 1 order.'],
  ])('%s are recorded without a word about the customer', async (topic, outcome) => {
    await keepOneOrder(firstCrack);
    expect(await send(topic, { shop_domain: firstCrack, ...person })).toBe(200);
    const [row, ...others] = await received();
    expect(others).toEqual([]);
    expect(row).toMatchObject({ shop: firstCrack, topic });
    expect(row?.outcome).toContain(outcome);
    for (const personal of ['ada@example.com', 'Ada']) {
      expect(JSON.stringify(row)).not.toContain(personal);
      expect(service.log()).not.toContain(personal);
    }
  });

  it('of a customer’s request for data mail the merchant, once, what is stored', async () => {
    await keepOneOrder(firstCrack);
    const told = { refusedEmail: 'ada@example.com', refusedPhone: '+1 555' };
    const since = { unsubscribedAt: new Date() };
    await service.database.update(storeCustomerTable).set({ ...told, ...since });
    const id = randomUUID();
    const ask = () =>
      send('customers/data_request', { shop_domain: firstCrack, ...person }, { id });
    expect([await ask(), await ask()]).toEqual([200, 200]);
    const [mail, ...others] = service.platform.control.mails();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('A customer asks for their data');
    expect(mail?.text).toContain('Customer 1 of your store asked');
    expect(mail?.text).toContain(`https://${firstCrack}/admin/customers/1`);
    expect(mail?.text).toContain(
      'Stored: the customer’s name and email address, an email address that took no mail, a phone number that took no text message, since when they are unsubscribed, 1 order.',
    );
  });

  it('of a customer’s request for data that cannot be mailed stay open, and say whose it is', async () => {
    const id = randomUUID();
    const context = { ...service.contextOf(firstCrack), mail: undefined };
    const row = { shop: firstCrack, id, topic: 'customers/data_request', triggeredAt: new Date() };
    await service.database.insert(webhookTable).values({ ...row, about: person });
    await expect(carryOutWebhook(context, id)).rejects.toThrow('can’t be mailed');
    expect(await received()).toMatchObject([{ about: { customer: { id: 1 } }, outcome: null }]);
    expect(await send('customers/redact', { shop_domain: firstCrack, ...person })).toBe(200);
    const open = and(eq(webhookTable.topic, row.topic), isNull(webhookTable.outcome));
    expect(await service.database.$count(webhookTable, open)).toBe(0);
    expect(await service.database.$count(webhookTable, isNotNull(webhookTable.about))).toBe(0);
  });

  it('of a customer’s request for data name what an import has of them, until it is erased', async () => {
    const { database } = service;
    const line = { changeId: 'c', state: 'left out', currencyCode: 'USD' } as const;
    await database.insert(importLineTable).values([
      { shop: firstCrack, ...line, line: 2, email: 'Ada@Example.com', content: { name: 'Ada' } },
      { shop: firstCrack, ...line, line: 3, email: 'ben@example.com' },
      { shop: roastAndRitual, ...line, line: 2, email: 'ada@example.com' },
    ]);
    await database
      .insert(importedSubscriptionTable)
      .values({ shop: firstCrack, key: 'known as', customerId: '1' });
    for (const topic of ['data_request', 'redact', 'data_request']) {
      const body = { shop_domain: firstCrack, ...person };
      expect(await send(`customers/${topic}`, body)).toBe(200);
    }
    const outcomes = (await received()).map(({ outcome }) => outcome);
    expect(outcomes).toContain(
      'Of 1 line of imported files is stored what they say of the customer, such as name, email address, delivery address and payment method. Of 1 subscription is stored by what the file of the import named it.',
    );
    expect(outcomes).toContain('Nothing is stored about the customer.');
  });

  it('to erase a customer leave the orders, of nobody, and the other customers', async () => {
    const { database } = service;
    await keepOneOrder(firstCrack);
    await database
      .insert(storeCustomerTable)
      .values({ shop: firstCrack, id: '2', displayName: 'Ben', email: null });
    expect(await send('customers/redact', { shop_domain: firstCrack, ...person })).toBe(200);
    const customers = await database.select().from(storeCustomerTable);
    expect(customers.map(({ id }) => id)).toEqual(['2']);
    const [order] = await database.select().from(storeOrderTable);
    expect(order?.id).toBe('7');
    expect(order?.customerId).toMatch(/^erased /);
    expect(await send('customers/data_request', { shop_domain: firstCrack, ...person })).toBe(200);
    const outcomes = (await received()).map((row) => row.outcome);
    expect(outcomes).toContain('Nothing is stored about the customer.');
  });

  it('that nobody knows are accepted, and leave nothing', async () => {
    expect(await send('products/create', {})).toBe(200);
    expect(await received()).toEqual([]);
  });

  it('to erase a shop leave no row of it in any table, and all of the others', async () => {
    const { database } = service;
    const rows = z.object({ rows: z.array(z.object({ name: z.string() })) });
    const tables = rows
      .parse(
        await database.execute(
          sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
        ),
      )
      .rows.map(({ name }) => name);
    expect(tables).toContain('session');
    for (const shop of [firstCrack, roastAndRitual]) {
      await approveVendor(database, { shop, status: 'active', simpleSubscription: true });
      await saveGroupSettings({ database, shop }, 'gid://shopify/SellingPlanGroup/1', {
        isDynamic: false,
        dynamicSellingPlanName: '',
        firstOrderDiscountCycles: 1,
        recurringDiscount: 0,
        plans: [],
      });
      await database.insert(idempotencyKeyTable).values({ shop, key: 'k', requestHash: 'h' });
      await database.insert(sellingPlanGroupTurnTable).values({ shop, groupId: '1' });
      await takeImportLease(service.contextOf(shop));
      await keepIntegration(service.contextOf(shop), 'shipstation', {
        keys: { key: 'k', secret: 's' },
        accountName: 'Roastery',
      });
      await database.insert(productTable).values({ shop, originalId: '1' });
      await database
        .insert(rotationTable)
        .values({ shop, productId: '2', products: ['1'], version: 1 });
      const version = { shop, productId: '2', version: 1, products: ['1'], savedAt: new Date() };
      await database.insert(rotationVersionTable).values(version);
      const place = { shop, contractId: '1', lineId: '1', coffee: '1', version: 1, at: new Date() };
      await database.insert(rotationPlaceTable).values(place);
      await database.insert(orderExtraTable).values({
        ...{ shop, id: '1', contractId: '9', productId: '1', variantId: '1', title: 'Kenya' },
        ...{ quantity: 1, price: 100, currencyCode: 'USD', addedAt: new Date() },
      });
      const product = { shop, id: '1', title: 'House blend', asOf: new Date() };
      await database.insert(subscribedProductTable).values(product);
      await keepOneOrder(shop);
      await database.insert(billingSettingsTable).values({ shop, wentLiveAt: new Date() });
      const cycle = { shop, contractId: '1', cycleIndex: 1 };
      await database.insert(billingAttemptTable).values({
        ...cycle,
        number: 1,
        input: {},
        state: 'begun',
        begunAt: new Date(),
      });
      await database.insert(cycleBillingTable).values({
        ...cycle,
        state: 'open',
        reason: 'charging',
        expectedAt: new Date(),
        changedAt: new Date(),
      });
      await keepRun(service.contextOf(shop), chosenIdsOf(['1']));
      await keepPicture(service.contextOf(shop), { fileId: '1', url: 'https://cdn.example/1.png' });
      const contract = contractExample(shop);
      await keepContract(database, contract, null);
      const former = contract.lines.map((line) => ({ ...line, until: new Date() }));
      await database.insert(formerContractLineTable).values(former);
      await service.database.insert(bulkChangeTable).values({
        ...{ shop, id: '1', state: 'prepared', change: {}, filter: {}, preparedAt: new Date() },
      });
      await service.database.insert(bulkChangeRowTable).values({
        ...{ shop, changeId: '1', contractId: '9', state: 'waiting', amount: 1, newAmount: 1 },
        currencyCode: 'USD',
      });
      await service.database.insert(importLineTable).values({
        ...{ shop, changeId: '1', line: 2, state: 'waiting', currencyCode: 'USD' },
      });
      await service.database.insert(importedSubscriptionTable).values({ shop, key: 'k' });
      await service.database.insert(timelineEntryTable).values({
        ...{ shop, contractId: '9', at: new Date(), kind: 'paused', who: 'merchant', details: {} },
      });
      const told = { contract: '9', cycle: 1, notice: 'reminder', about: '1 2026-11-25' } as const;
      await tellCustomers(service.contextOf(shop), [told]);
      await createScale(service.contextOf(shop), 'Kitchen');
      await createView(service.contextOf(shop), { name: 'Mine', search: '' });
      const notice = { revision: 1n, truth: null };
      await noticeContract(service.contextOf(shop), '9', notice);
      await countRepair(service.contextOf(shop), '9', 'webhook missed');
      await database.insert(contractMirrorTable).values({ shop });
      await database.insert(roastSettingsTable).values({ shop, lossPercent: 15 });
      await database.insert(roastDayTable).values({
        ...{ shop, day: '2026-11-25', items: [], takenAt: new Date(), by: '1' },
      });
      const change = { setting: 'settings.isWidgetEnabled', from: false, to: true };
      await recordSettingChange(database, { ...service.contextOf(shop), actor: '1' }, change);
      const body = { name: 'Ada', email: 'ada@example.com' };
      await service.call(shop, 'POST', '/proposed-vendor', { body });
      await service.call(shop, 'PATCH', '/vendor/settings/notifications', {
        body: { settings: { customerOrderArrived: { push: false } } },
      });
      await send('customers/redact', {}, { shop });
      await openPortal(service, shop);
      await magicLinkToken(service, shop);
      const { jobs } = service.contextOf(shop);
      const startAfter = new Date(Date.now() + 3_600_000);
      await jobs.send(database, 'webhook', { shop, webhook: 'none' }, { startAfter });
    }
    const countsOf = async (shop: string) => {
      const counts: Record<string, number> = {};
      for (const table of tables) {
        const { rows: found } = await z
          .object({ rows: z.array(z.unknown()) })
          .parseAsync(
            await database.execute(
              sql`select 1 from ${sql.identifier(table)} where shop = ${shop}`,
            ),
          );
        counts[table] = found.length;
      }
      counts['jobs.job'] = (
        await rowsOf(
          database,
          z.unknown(),
          sql`select 1 from jobs.job as row where to_jsonb(row)::text like ${`%${shop}%`}`,
        )
      ).length;
      return counts;
    };
    // Every table must have rows, or one that isn't erased would go unnoticed.
    const full = await countsOf(firstCrack);
    expect(Object.values(full).every((count) => count > 0)).toBe(true);
    const others = await countsOf(roastAndRitual);

    service.platform.control.uninstall(firstCrack);
    expect(await send('shop/redact', { shop_domain: firstCrack })).toBe(200);
    expect(Object.values(await countsOf(firstCrack)).every((count) => count === 0)).toBe(true);
    expect(await countsOf(roastAndRitual)).toEqual(others);
  });

  it('of a large shop erase all its rows, some by each statement', async () => {
    const orders = [7, 8, 9].map((id) => ({ ...orderExample(), id: `gid://shopify/Order/${id}` }));
    for (const shop of [firstCrack, roastAndRitual]) {
      await keepOrders(service.database, shop, { orders, plans: [] });
    }
    await eraseShop(service.database, firstCrack, 2);
    expect(await service.database.$count(storeOrderTable)).toBe(3);
    expect(
      await service.database.$count(storeOrderTable, eq(storeOrderTable.shop, firstCrack)),
    ).toBe(0);
  });

  it('of a large shop erase all its rows, also beside another attempt that is erasing some', async () => {
    const { database } = service;
    const orders = [7, 8, 9].map((id) => ({ ...orderExample(), id: `gid://shopify/Order/${id}` }));
    await keepOrders(database, firstCrack, { orders, plans: [] });
    const eraseOne = (at: Database, offset: number) =>
      at.execute(
        sql`delete from ${storeOrderTable} where ctid = (select ctid from ${storeOrderTable} limit 1 offset ${offset})`,
      );
    const someoneWaits = () =>
      expect.poll(() => rowsOf(database, z.unknown(), waiting)).toHaveLength(1);
    let erasing = Promise.resolve();
    await database.transaction(async (other) => {
      await eraseOne(other, 1);
      await database.transaction(async (first) => {
        await eraseOne(first, 0);
        erasing = eraseShop(database, firstCrack, 1);
        await someoneWaits();
      });
      await someoneWaits();
    });
    await erasing;
    expect(await database.$count(storeOrderTable)).toBe(0);
  });

  it('to erase a shop hold up no other shop’s jobs, however long it takes', async () => {
    const { database } = service;
    await keepOneOrder(firstCrack);
    expect(await send('app/uninstalled', {})).toBe(200);
    await database.transaction(async (slow) => {
      await slow.select().from(storeOrderTable).for('update');
      expect(await sendWebhook(service, 'shop/redact', { shop_domain: firstCrack })).toBe(200);
      await expect.poll(() => rowsOf(database, z.unknown(), waiting)).toHaveLength(1);
      await database.transaction(async (transaction) => {
        await transaction.execute(sql`set local lock_timeout = '2s'`);
        await transaction.execute(
          sql`update jobs.job set started_on = now() - interval '2 minutes' where state = 'active'`,
        );
      });
      const shop = roastAndRitual;
      expect(await sendWebhook(service, 'app/scopes_update', { current: [] }, { shop })).toBe(200);
      await expect
        .poll(received)
        .toContainEqual(expect.objectContaining({ shop, outcome: expect.any(String) }));
    });
    await service.settled();
    expect(await database.$count(storeOrderTable)).toBe(0);
  });

  it.each([
    ['has the app again', () => {}, 'The shop has the app again. Nothing was erased.'],
    ['may have it again: the platform does not answer', failPlatform, null],
    ['may have it again: the platform refuses the app’s secret', refuseClient, null],
  ])('to erase a shop that %s erase nothing', async (_, change, outcome) => {
    await keepOneOrder(firstCrack);
    change(service);
    expect(await send('shop/redact', { shop_domain: firstCrack })).toBe(200);
    expect(await received()).toMatchObject([{ outcome }]);
    expect(await service.database.$count(storeOrderTable)).toBe(1);
    expect(await sessionsOf(firstCrack)).toHaveLength(1);
    if (outcome !== null) return;
    // The platform answers the next attempt.
    service.platform.control.reset();
    service.platform.control.uninstall(firstCrack);
    await makeRetriesDue(service.database);
    await service.settled();
    expect(await service.database.$count(storeOrderTable)).toBe(0);
  });

  it('that fail for good are dead letters, which are sent again', async () => {
    await keepOneOrder(firstCrack);
    failPlatform(service);
    await send('shop/redact', { shop_domain: firstCrack });
    for (let attempt = 0; attempt < queues.webhook.retries.times; attempt += 1) {
      failPlatform(service);
      await makeRetriesDue(service.database);
      await service.settled();
    }
    const { lines } = await runJobCommand(service.engine, { action: 'list' });
    expect(lines).toEqual([expect.stringMatching(/^\S{36} {2}\S+ {2}webhook {2}first-crack/)]);
    expect(await service.database.$count(storeOrderTable)).toBe(1);
    service.platform.control.reset();
    service.platform.control.uninstall(firstCrack);
    await runJobCommand(service.engine, { action: 'retry', id: 'all' });
    await service.settled();
    expect(await service.database.$count(storeOrderTable)).toBe(0);
  });

  it('to erase a shop that the platform has no more erase it', async () => {
    await keepOneOrder(firstCrack);
    service.platform.control.startScenario('platform-shop-gone');
    expect(await send('shop/redact', { shop_domain: firstCrack })).toBe(200);
    expect(await service.database.$count(storeOrderTable)).toBe(0);
  });

  it('to erase a shop whose tokens were removed ask nobody', async () => {
    await keepOneOrder(firstCrack);
    expect(await send('app/uninstalled', {})).toBe(200);
    service.operations();
    expect(await send('shop/redact', { shop_domain: firstCrack })).toBe(200);
    expect(service.operations()).toEqual([]);
    expect(await service.database.$count(storeOrderTable)).toBe(0);
  });
});
