import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { addDays, dayIn } from '#contract/calendar.ts';
import { textColorOn } from '#contract/color.ts';
import { formatDay, formatMoney } from '#contract/format.ts';
import { noticeNames } from '#contract/notices.ts';
import { notificationPreviewSchema, sentTestSchema } from '#contract/notification-preview.ts';
import { storeOrderListSchema } from '#contract/store-order.ts';
import type { Mail } from '../mail/mail.ts';
import { ServiceError } from '../service-error.ts';
import { approveVendor } from '../shop/vendor.ts';
import {
  billingSettingsTable,
  orderImportTable,
  proposedVendorTable,
  storeCustomerTable,
  storeOrderLineTable,
  storeOrderTable,
  vendorTable,
} from '../store/schema.ts';
import { serviceForSuite } from '../testing/service-for-suite.ts';
import { bodyOf, firstCrack, roastAndRitual } from '../testing/service-in-test.ts';
import { usualDatabase } from '../testing/temporary-database.ts';
import { sendTest as sendTestOf } from './preview.ts';

const path = '/vendor/settings/notifications';
const arrived = 'customerOrderArrived';

describe.each(usualDatabase)('previews of notifications on %s', (kind) => {
  const service = serviceForSuite(kind);
  const shop = roastAndRitual;
  const preview = async (notification: string = arrived, of = shop) =>
    bodyOf(
      await service.call(of, 'GET', `${path}/preview?notification=${notification}`),
      notificationPreviewSchema,
    );
  const sendTest = (
    to: string,
    headers: Record<string, string> = {},
    notification: string = arrived,
  ) => service.call(shop, 'POST', `${path}/test`, { body: { notification, to }, headers });
  const set = (values: Partial<typeof vendorTable.$inferInsert>) =>
    service.database.update(vendorTable).set(values).where(eq(vendorTable.shop, shop));

  beforeEach(async () => {
    await service.settled();
    service.platform.control.forgetMails();
    for (const table of [
      billingSettingsTable,
      vendorTable,
      proposedVendorTable,
      orderImportTable,
      storeOrderTable,
      storeOrderLineTable,
      storeCustomerTable,
    ]) {
      await service.database.delete(table);
    }
    for (const each of [shop, firstCrack]) {
      await approveVendor(service.database, {
        shop: each,
        status: 'active',
        simpleSubscription: true,
      });
    }
  });

  async function importOrders() {
    await service.call(shop, 'GET', '/order');
    await service.settled();
    const answer = await service.call(shop, 'GET', '/order?kind=subscription&first=20');
    const { orders } = bodyOf(answer, storeOrderListSchema);
    // On some days the latest one of the seeds was refunded.
    return orders.find(({ cancelledAt, total }) => cancelledAt === null && total > 0);
  }

  it.each(noticeNames)('fill %s in with the latest subscription order', async (name) => {
    const order = await importOrders();
    const { email, text, push, ...rest } = await preview(name);
    expect(rest).toEqual({
      order: order?.name,
      reading: 'done',
      providers: { email: true, text: false, push: false },
      address: '',
    });
    expect(email).toMatchObject({
      from: 'Roast & Ritual <yesreply@cadence.example>',
      replyTo: null,
      subject: expect.stringMatching(/\S/),
    });
    expect(email.html).toContain(`Hello ${order?.customer?.displayName.split(' ')[0]},`);
    expect(email.html).toContain('Roast &amp; Ritual');
    expect(text.body).toMatch(/^Roast & Ritual: .*https:\/\/roast-and-ritual/);
    expect(push.title).toBe('Roast & Ritual');
    expect([email.subject, email.html, text.body, push.body].join(' ')).not.toMatch(
      /undefined|null|\[object/,
    );
  });

  it('say that they are examples where the store has no order', async () => {
    const first = await preview('customerChargeFailed', firstCrack);
    expect(first.order).toBeNull();
    await service.settled();
    expect(await preview('customerChargeFailed', firstCrack)).toMatchObject({
      order: null,
      reading: 'done',
      push: { body: expect.stringContaining('payment of $15.00 before tax didn’t') },
    });
  });

  it('say of an order to come its day, by the days and hours that the merchant has set', async () => {
    await set({ daysBeforeReminder: 5 });
    await service.database.insert(billingSettingsTable).values({ shop, noticeHours: 24 });
    const timeZone = 'America/Los_Angeles';
    const inDays = (days: number) => addDays(dayIn(timeZone, service.contextOf(shop).now()), days);
    const reminder = await preview('reminder');
    const day = formatDay(inDays(5));
    expect(reminder.email.subject).toBe(`Your next order from Roast & Ritual: ${day}`);
    expect(reminder.email.html).toMatch(
      /charges \$\d+\.\d\d before tax for your subscription\. If something should be different/,
    );
    expect(reminder.email.html).toContain(`On ${day}, Roast &amp; Ritual`);
    const byUse = await preview('orderByUse');
    expect(byUse.email.subject).toContain(formatDay(inDays(1)).replace(/, \d{4}$/, ''));
    expect(byUse.email.subject).toMatch(/\d:\d\d/);
    expect(byUse.email.html).toContain('Put it off</a>');
    expect((await sendTest('ada@example.com', {}, 'reminder')).status).toBe(200);
    expect(service.platform.control.mails()).toMatchObject([
      { subject: `Test: ${reminder.email.subject}` },
    ]);
  });

  it('say “before tax” of what the items cost without it, and of nothing else', async () => {
    const order = await importOrders();
    const ofOrder = eq(storeOrderLineTable.orderId, order?.id ?? '');
    const lines = await service.database.select().from(storeOrderLineTable).where(ofOrder);
    const items = lines.reduce((sum, { revenue }) => sum + revenue, 0);
    const taxed = items + 123;
    const totals = { total: taxed, currencyCode: 'USD' };
    await service.database
      .update(storeOrderTable)
      .set(totals)
      .where(eq(storeOrderTable.id, order?.id ?? ''));
    for (const name of ['reminder', 'orderByUse', 'customerChargeFailed']) {
      const { html } = (await preview(name)).email;
      expect(html).toContain(`${formatMoney(items, 'USD')} before tax`);
      expect(html).not.toContain(formatMoney(taxed, 'USD'));
    }
    const { html } = (await preview('customerOrderArrived')).email;
    expect(html).toContain(`<strong>${formatMoney(taxed, 'USD')}</strong>`);
  });

  it('say that they are examples where the orders could not be read', async () => {
    await service.database.insert(orderImportTable).values({ shop, failedAt: new Date() });
    expect(await preview()).toMatchObject({ order: null, reading: 'failed' });
  });

  it('pass over an order of which nothing is left', async () => {
    const order = await importOrders();
    const ofOrder = eq(storeOrderLineTable.orderId, order?.id ?? '');
    await service.database.update(storeOrderLineTable).set({ quantity: 0 }).where(ofOrder);
    const { order: other } = await preview();
    expect(other).toMatch(/^#/);
    expect(other).not.toBe(order?.name);
  });

  it('name as another product the latest one that was ordered', async () => {
    const order = await importOrders();
    const [oldest] = await service.database
      .select()
      .from(storeOrderTable)
      .orderBy(storeOrderTable.processedAt);
    const linesOf = (id = '') => eq(storeOrderLineTable.orderId, id);
    await service.database.update(storeOrderLineTable).set({ title: 'House blend' });
    await service.database
      .update(storeOrderLineTable)
      .set({ title: 'A former blend' })
      .where(linesOf(oldest?.id));
    const [line] = await service.database
      .select()
      .from(storeOrderLineTable)
      .where(linesOf(order?.id));
    if (line === undefined) throw new Error('The order has no line.');
    await service.database.insert(storeOrderLineTable).values({
      ...{ ...line, id: `${line.id}0`, title: 'Mountain blend' },
    });
    const { email } = await preview('customerProductChanged');
    expect(email.subject).toContain('Mountain blend');
  });

  it.each(['ada@example.com', '+49 30 1234', ' '])('greet nobody as %j', async (displayName) => {
    await importOrders();
    await service.database.update(storeCustomerTable).set({ displayName });
    const { html } = (await preview()).email;
    expect(html).toContain('Hello,');
  });

  it('carry the vendor’s logo, colour and sender', async () => {
    await set({
      imageUrl: 'https://cdn.example/logo.png',
      buttonColor: '#ffe600',
      replyToEmail: 'beans@example.com',
    });
    const { email } = await preview();
    expect(email.replyTo).toBe('beans@example.com');
    expect(email.html).toContain(
      '<img src="https://cdn.example/logo.png" alt="Roast &amp; Ritual"',
    );
    expect(email.html).toContain('background:#ffe600;color:#000000');

    await set({ useNoReply: true, imageUrl: 'javascript:alert(1)', buttonColor: 'red"><script>' });
    const other = await preview();
    expect(other.email).toMatchObject({
      from: 'Roast & Ritual <no-reply@cadence.example>',
      replyTo: null,
    });
    expect(other.email.html).toContain('background:#0632c2;color:#ffffff');
    expect(other.email.html).not.toMatch(/javascript:|<script|<img/);
  });

  it('escape what merchants and customers wrote', async () => {
    await importOrders();
    const evil = '<script>alert("1")</script>';
    await service.database.update(storeCustomerTable).set({ displayName: evil });
    await service.database.update(storeOrderLineTable).set({ title: evil });
    const { html } = (await preview('customerOrderOnTheWay')).email;
    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;script&gt;');
  });

  it('let no name turn the words around it', async () => {
    await importOrders();
    const shown = (displayName: string, title: string) =>
      Promise.all([
        service.database.update(storeCustomerTable).set({ displayName }),
        service.database.update(storeOrderLineTable).set({ title, variantTitle: null }),
      ]).then(async () => (await preview('customerProductUpdate')).email);
    const turned = await shown('نور', 'قهوة (٢٥٠ غ)!');
    expect(turned.subject).toBe('\u2068قهوة (٢٥٠ غ)!\u2069 has changed');
    expect(turned.html).toContain('Hello \u2068نور\u2069,');
    const overridden = await shown('Ada', 'Beans\u202egnp.exe');
    expect(overridden.subject).toBe('Beansgnp.exe has changed');
  });

  it('know the address that the merchant signed up with, where it is one', async () => {
    const signUp = async (email: string) => {
      const body = { name: 'Ada', email };
      await service.call(shop, 'POST', '/proposed-vendor', { body });
      return (await preview()).address;
    };
    expect(await signUp('ada@example.com')).toBe('ada@example.com');
    expect(await signUp('somewhere')).toBe('');
  });

  it('are of no other notification, and of no shop without a vendor', async () => {
    expect(await service.call(shop, 'GET', `${path}/preview?notification=birthday`)).toMatchObject({
      status: 400,
      body: { message: 'There is no such notification' },
    });
    await service.database.delete(vendorTable);
    expect(
      await service.call(shop, 'GET', `${path}/preview?notification=${arrived}`),
    ).toMatchObject({ status: 403, body: { message: 'This opens once you are approved.' } });
    expect(await sendTest('ada@example.com')).toMatchObject({ status: 403 });
  });

  it('go to the address that the merchant typed, and to no other', async () => {
    const order = await importOrders();
    await set({ replyToEmail: 'beans@example.com' });
    const answer = await sendTest(' ada@example.com ');
    expect(bodyOf(answer, sentTestSchema)).toEqual({ sentTo: 'ada@example.com' });
    const [mail, ...others] = service.platform.control.mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      to: ['ada@example.com'],
      from: 'Roast & Ritual <yesreply@cadence.example>',
      replyTo: 'beans@example.com',
      subject: `Test: Your order ${order?.name} has arrived`,
    });
    expect(mail?.html.trim()).toBe((await preview()).email.html);
    expect(mail?.text).toContain(`has delivered your order ${order?.name}`);
  });

  it('go once with a key, however often their form is sent, and never elsewhere with it', async () => {
    const key = { 'Idempotency-Key': 'test-1' };
    const answers = await Promise.all([1, 2, 3].map(() => sendTest('ada@example.com', key)));
    answers.push(await sendTest('ada@example.com', key));
    for (const answer of answers) {
      expect(bodyOf(answer, sentTestSchema)).toEqual({ sentTo: 'ada@example.com' });
    }
    expect(await sendTest('bob@example.com', key)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('already submitted this with different values') },
    });
    expect(service.platform.control.mails()).toMatchObject([{ to: ['ada@example.com'] }]);
    await sendTest('ada@example.com', { 'Idempotency-Key': 'test-2' });
    expect(service.platform.control.mails()).toHaveLength(2);
  });

  it('are the same message as one that may have gone out, and another one with other values', async () => {
    await preview();
    const ids: Array<string | undefined> = [];
    const lost = new ServiceError('failed', { message: 'No answer' });
    const mail: Mail = {
      async send({ id }) {
        ids.push(id);
        if (ids.length < 3) throw lost;
      },
      countTest: async () => 0,
      uncountTest: async () => {},
    };
    const context = { ...service.contextOf(shop), mail };
    const send = (to: string) => sendTestOf(context, { notification: arrived, to }, 'test-3');
    await expect(send('ada@example.com')).rejects.toBe(lost);
    await expect(send('ada@example.com')).rejects.toBe(lost);
    await send('bob@example.com');
    const [first, second, other] = ids;
    expect(first).toMatch(/^<[\da-f]{64}@cadence\.example>$/);
    expect(second).toBe(first);
    expect(other).not.toBe(first);
  });

  it.each([
    ['', 'Please enter your email'],
    ['  ', 'Please enter your email'],
    ['ada', 'Invalid Email'],
    ['a@example.com, b@example.com', 'Invalid Email'],
    ['a@example.com\r\nBcc: b@example.com', 'Invalid Email'],
    ['Ada <ada@example.com>', 'Invalid Email'],
    [`${'a'.repeat(250)}@example.com`, 'Invalid Email'],
  ])('refuse to go to %j', async (to, message) => {
    expect(await sendTest(to)).toMatchObject({
      status: 422,
      body: { fieldErrors: { to: [message] } },
    });
    expect(service.platform.control.mails()).toEqual([]);
  });

  it('say what the mail server said where it refused one', async () => {
    await service.platform.control.act(shop, 'refuse-mail', { refusal: 'No such mailbox here' });
    expect(await sendTest('ada@example.com')).toMatchObject({
      status: 503,
      body: { message: expect.stringMatching(/^The mail server refused it: 550 No such mailbox/) },
    });
  });
});

describe('tests of notifications', () => {
  const limited = serviceForSuite('PGlite');
  const without = serviceForSuite('PGlite', { variables: { SMTP_URL: '' } });
  const nobodyThere = serviceForSuite('PGlite', {
    variables: { SMTP_URL: 'smtp://user:hush@127.0.0.1:9' },
  });
  const body = { notification: arrived, to: 'ada@example.com' };
  const vendor = (shop: string) => ({ shop, status: 'active' as const, simpleSubscription: true });

  it('are ten an hour for a shop, with those that are refused, whatever another sends', async () => {
    for (const shop of [roastAndRitual, firstCrack]) {
      await approveVendor(limited.database, vendor(shop));
    }
    await limited.platform.control.act(roastAndRitual, 'refuse-mail', { refusal: 'Not now' });
    expect((await limited.call(roastAndRitual, 'POST', `${path}/test`, { body })).status).toBe(503);
    await limited.platform.control.act(roastAndRitual, 'refuse-mail', { refusal: null });
    for (let sent = 0; sent < 9; sent += 1) {
      expect((await limited.call(roastAndRitual, 'POST', `${path}/test`, { body })).status).toBe(
        200,
      );
    }
    expect(await limited.call(roastAndRitual, 'POST', `${path}/test`, { body })).toMatchObject({
      status: 429,
      body: { message: expect.stringMatching(/^Nothing was sent: .*Try again in 60 min\.$/) },
    });
    expect((await limited.call(firstCrack, 'POST', `${path}/test`, { body })).status).toBe(200);
    expect(limited.platform.control.mails()).toHaveLength(10);
  });

  it('are told plainly to be impossible without a mail server', async () => {
    await approveVendor(without.database, vendor(firstCrack));
    const answer = await without.call(firstCrack, 'GET', `${path}/preview?notification=${arrived}`);
    expect(bodyOf(answer, notificationPreviewSchema).providers.email).toBe(false);
    expect(await without.call(firstCrack, 'POST', `${path}/test`, { body })).toMatchObject({
      status: 503,
      body: { message: 'Nothing was sent: this installation has no mail server (SMTP_URL).' },
    });
  });

  it('tell of a server that is not there, and nothing of its address', async () => {
    await approveVendor(nobodyThere.database, vendor(firstCrack));
    const answer = await nobodyThere.call(firstCrack, 'POST', `${path}/test`, { body });
    expect(answer).toMatchObject({
      status: 503,
      body: { message: 'We couldn’t reach the mail server. Nothing was sent.' },
    });
    for (let more = 0; more < 10; more += 1) {
      const next = await nobodyThere.call(firstCrack, 'POST', `${path}/test`, { body });
      expect(next.status).toBe(503);
    }
    expect(nobodyThere.log()).not.toContain('hush');
  });
});

it.each([
  ['#000000', '#ffffff'],
  ['#0632c2', '#ffffff'],
  ['#ffffff', '#000000'],
  ['#ffe600', '#000000'],
  ['#777777', '#000000'],
])('on %s one reads %s', (color, expected) => {
  expect(textColorOn(color)).toBe(expected);
});
