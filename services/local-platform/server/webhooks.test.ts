import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { nextOrderNumber } from '../graphql/subscriptions/process-attempt.ts';
import { acceptToken, issueToken } from '../oauth/access-tokens.ts';
import { uninstallApp } from '../oauth/installation.ts';
import { apiSecret, shop, storeOf, testPlatform } from '../test-platform.ts';
import { createBackend } from './backend.ts';
import { webhookTopics } from './webhooks.ts';

type Received = { path: string; headers: IncomingHttpHeaders; body: string };

const deliverySchema = z.object({ id: z.string(), status: z.number().nullable() });

/** An app that only receives webhooks, over real HTTP, and answers with `status`. */
async function receiver(status: () => number): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      received.push({ path: request.url ?? '', headers: request.headers, body });
      response.writeHead(status()).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, received };
}

async function setUp(status: number | (() => number) = 200) {
  const app = await receiver(typeof status === 'number' ? () => status : status);
  const platform = testPlatform({ appUrl: app.url });
  const backend = createBackend(platform);
  return {
    ...app,
    platform,
    store: storeOf(platform),
    remove: (path: string) => backend.request(`/control/${path}`, { method: 'DELETE' }),
    post: async (path: string, body: object) => {
      const answer = await backend.request(`/control/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ shop, ...body }),
      });
      const answered: unknown = await answer.json();
      return { status: answer.status, body: answered };
    },
  };
}

describe('webhooks', () => {
  it.each(webhookTopics)('of %s reach the app, signed', async (topic) => {
    const { post, received } = await setUp();
    const answer = await post('webhooks', { topic });
    expect(answer).toMatchObject({ status: 200, body: { topic, shop, status: 200 } });
    const [message] = received;
    expect(received).toHaveLength(1);
    expect(message?.path).toBe('/webhooks');
    expect(message?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-shopify-api-version': '2026-10',
      'x-shopify-hmac-sha256': createHmac('sha256', apiSecret)
        .update(message?.body ?? '')
        .digest('base64'),
      'x-shopify-shop-domain': shop,
      'x-shopify-topic': topic,
      'x-shopify-triggered-at': expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      'x-shopify-webhook-id': deliverySchema.parse(answer.body).id,
    });
  });

  it('of an order that is deleted names it', async () => {
    const { post, received, store } = await setUp();
    const [heard, unheard] = store.tables.orders.all();
    const remove = async (id: number | undefined, isHeard?: boolean) =>
      (await post('delete-order', { orderId: id, isHeard })).status;
    expect(await remove(unheard?.id, false)).toBe(200);
    expect(await remove(heard?.id)).toBe(200);
    await expect.poll(() => received.length).toBe(1);
    expect(received[0]?.headers['x-shopify-topic']).toBe('orders/delete');
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({ id: heard?.id });
    expect(store.tables.orders.get(heard?.id ?? null)).toBeUndefined();
    expect(await remove(heard?.id)).toBe(404);
    const newest = store.tables.orders.all().at(-1);
    await remove(newest?.id, false);
    expect(nextOrderNumber(store)).toBe((newest?.number ?? 0) + 1);
  });

  it('about a customer name the customer and the orders', async () => {
    const { post, received, store } = await setUp();
    const order = store.tables.orders.all().find((each) => each.customerId !== null);
    const customer = store.tables.customers.get(order?.customerId ?? null);
    await post('webhooks', { topic: 'customers/redact', customerId: customer?.id });
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
      shop_domain: shop,
      customer: { id: customer?.id, email: customer?.email },
      orders_to_redact: expect.arrayContaining([order?.id]),
    });
  });

  it('are sent again as they were, under the same id', async () => {
    const { post, received, platform } = await setUp(503);
    const first = deliverySchema.parse((await post('webhooks', { topic: 'shop/redact' })).body);
    expect(first.status).toBe(503);
    await platform.clock.moveBy({ hours: 1 });
    expect(await post('webhooks', { again: first.id })).toMatchObject({ status: 200 });
    const [one, other] = received;
    expect(other?.body).toBe(one?.body);
    for (const name of ['webhook-id', 'event-id', 'triggered-at', 'hmac-sha256']) {
      expect(other?.headers[`x-shopify-${name}`]).toBe(one?.headers[`x-shopify-${name}`]);
    }
    expect(platform.webhooks.deliveries(shop)).toHaveLength(1);
    expect((await post('webhooks', { again: 'unknown' })).status).toBe(404);
    expect((await post('webhooks', { topic: 'orders/create' })).status).toBe(400);
  });

  it('that reach nobody are told so', async () => {
    const platform = testPlatform({ appUrl: 'http://127.0.0.1:1' });
    const delivery = await platform.webhooks.send(storeOf(platform), 'shop/redact');
    expect(delivery.status).toBeNull();
  });
});

const numberSchema = z.object({ number: z.number() });
const numbersOf = (received: readonly Received[], domain: string) =>
  received
    .filter(({ headers }) => headers['x-shopify-shop-domain'] === domain)
    .map(({ body }) => numberSchema.parse(JSON.parse(body)).number);

describe('what is announced', () => {
  const contract = { admin_graphql_api_id: 'gid://shopify/SubscriptionContract/1' };
  const topic = 'subscription_contracts/update';

  it('goes out by itself, in order', async () => {
    const { platform, store, received } = await setUp();
    for (const number of [1, 2, 3]) platform.webhooks.announce(store, topic, { number });
    expect(received).toEqual([]);
    await expect.poll(() => received.length).toBe(3);
    expect(numbersOf(received, shop)).toEqual([1, 2, 3]);
    expect(received[0]?.headers['x-shopify-topic']).toBe(topic);
  });

  it('is tried again for four hours, eight times, under one id, and then given up', async () => {
    const { platform, store, received } = await setUp(503);
    platform.webhooks.announce(store, topic, contract);
    await platform.clock.moveBy({ hours: 4 });
    expect(received).toHaveLength(9);
    expect(new Set(received.map(({ headers }) => headers['x-shopify-webhook-id'])).size).toBe(1);
    expect(platform.webhooks.deliveries(shop)).toMatchObject([{ topic, status: 503 }]);
    await platform.clock.moveBy({ days: 2 });
    expect(received).toHaveLength(9);
  });

  it('is tried no more once it was taken, nor after an uninstall', async () => {
    let status = 503;
    const { platform, store, received } = await setUp(() => status);
    platform.webhooks.announce(store, topic, contract);
    await platform.clock.moveBy({ hours: 0.01 });
    status = 200;
    await platform.clock.moveBy({ hours: 5 });
    const taken = received.length;
    expect(taken).toBeGreaterThan(1);
    expect(taken).toBeLessThan(9);
    status = 503;
    platform.webhooks.announce(store, topic, contract);
    await platform.clock.moveBy({ hours: 0.001 });
    uninstallApp(store, platform.clock.now());
    platform.webhooks.announce(store, topic, contract);
    await platform.clock.moveBy({ hours: 5 });
    expect(received).toHaveLength(taken + 1);
  });

  it('goes out no more after a reset, neither what is under way nor what waits behind it', async () => {
    let answer = () => {};
    const received: string[] = [];
    const platform = testPlatform({
      callApp: async (request) => {
        received.push(await request.text());
        await new Promise<void>((resolve) => (answer = resolve));
        return new Response(null, { status: 503 });
      },
    });
    const store = storeOf(platform);
    for (const number of [1, 2]) platform.webhooks.announce(store, topic, { number });
    await expect.poll(() => received).toHaveLength(1);
    platform.reset();
    answer();
    await platform.clock.moveBy({ hours: 5 });
    expect(received).toHaveLength(1);
    expect(platform.webhooks.deliveries()).toEqual([]);
  });

  it('is lost, doubled or delayed where a test wants that, the same for a seed', async () => {
    const run = async () => {
      const { platform, store, received, post } = await setUp();
      const other = storeOf(platform, 'first-crack.myshopify.com');
      const share = 0.5;
      await post('webhook-faults', { kind: 'lose', share, seed: 'a' });
      await post('webhook-faults', { kind: 'double', topic, times: 2 });
      await post('webhook-faults', { kind: 'delay', delaySeconds: 3600, seed: 'b' });
      for (let number = 0; number < 20; number += 1) {
        platform.webhooks.announce(store, topic, { number });
        platform.webhooks.announce(other, topic, { number });
      }
      await platform.clock.moveBy({ hours: 1 });
      expect(received).toHaveLength(20 + numbersOf(received, shop).length);
      return numbersOf(received, shop);
    };
    const numbers = await run();
    const sorted = numbers.toSorted((left, right) => left - right);
    expect(numbers).not.toEqual(sorted);
    // Of 20 webhooks about half arrive, and up to two of these twice.
    expect(numbers.length).toBeGreaterThan(5);
    expect(numbers.length).toBeLessThan(20);
    expect(await run()).toEqual(numbers);
  });

  it('goes out undisturbed once the faults are cleared', async () => {
    const { platform, store, received, post, remove } = await setUp();
    for (const wrong of [{ every: true }, { topic: 'subscription_contract/update' }]) {
      expect((await post('webhook-faults', { kind: 'lose', ...wrong })).status).toBe(400);
    }
    await post('webhook-faults', { kind: 'lose' });
    platform.webhooks.announce(store, topic, contract);
    await remove('webhook-faults');
    platform.webhooks.announce(store, topic, contract);
    await platform.clock.moveBy({ hours: 1 });
    expect(received).toHaveLength(1);
  });
});

describe('uninstalling', () => {
  it('ends the tokens, tells the app, and can be undone', async () => {
    const { post, received, platform, store } = await setUp();
    const now = platform.machineClock.now();
    const { accessToken } = issueToken(store, 'expiring', now);
    expect(await post('uninstall', {})).toMatchObject({ body: { topic: 'app/uninstalled' } });
    expect(received.map(({ headers }) => headers['x-shopify-topic'])).toEqual(['app/uninstalled']);
    expect(acceptToken(store, accessToken, now)).toBeNull();
    expect(store.shop.installed).toBe(false);
    await post('install', {});
    expect(store.shop.installed).toBe(true);
    expect(acceptToken(store, accessToken, now)).toBeNull();
  });

  it('is told by the time of tokens, however far product time was moved', async () => {
    const { post, received, platform } = await setUp();
    await platform.clock.moveBy({ days: 30 });
    await post('uninstall', {});
    const triggeredAt = Date.parse(String(received[0]?.headers['x-shopify-triggered-at']));
    expect(Math.abs(triggeredAt - platform.machineClock.now().getTime())).toBeLessThan(60_000);
  });

  it('what changed in the grant is told with what it was before', async () => {
    const { post, received, store } = await setUp();
    const before = store.shop.grantedScopes;
    await post('scopes', { scopes: ['read_products'] });
    await post('webhooks', { topic: 'app/scopes_update' });
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
      previous: before,
      current: ['read_products'],
    });
  });
});
