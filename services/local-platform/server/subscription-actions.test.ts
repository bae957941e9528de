import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Store } from '../store/store.ts';
import { executor, shop, storeOf, testPlatform } from '../test-platform.ts';
import { createBackend } from './backend.ts';
import type { Platform } from './platform.ts';

const day = 86_400_000;
const opened = z.object({ contractId: z.number(), paymentMethodId: z.number() });

function setUp() {
  const platform = testPlatform();
  const store = storeOf(platform);
  const announced: string[] = [];
  platform.webhooks.announce = (_, topic) => void announced.push(topic);
  const backend = createBackend(platform);
  const control = async (name: string, body: object) => {
    const answer = await backend.request(`/control/${name}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ shop, ...body }),
    });
    const answered: unknown = await answer.json();
    return { status: answer.status, body: answered };
  };
  const subscribe = async (body: object = {}) =>
    opened.parse((await control('subscription', { quantity: 1, ...body })).body);
  return { platform, store, announced, control, subscribe };
}

async function attemptsOf(platform: Platform, contractId: number) {
  const answer = await executor(platform)(
    `query ($id: ID!) { subscriptionContract(id: $id) { status billingAttempts(first: 5) { nodes { errorCode order { id } } } }
      subscriptionBillingCycles(contractId: $id, first: 2) { nodes { status billingAttempts(first: 5) { nodes { id } } } } }`,
    { id: `gid://shopify/SubscriptionContract/${contractId}` },
  );
  expect(answer.errors).toBeUndefined();
  return answer.data;
}

const contractOf = (store: Store, { contractId }: { contractId: number }) =>
  store.tables.contracts.get(contractId);

it('QA opens a subscription and sets what becomes of its card', async () => {
  const { store, announced, control, subscribe } = setUp();
  const createdAt = new Date(Date.now() - 40 * day).toISOString();
  const subscription = await subscribe({ createdAt, quantity: 3 });
  expect(contractOf(store, subscription)).toMatchObject({
    status: 'ACTIVE',
    lines: [{ quantity: 3 }],
  });
  expect(announced).toEqual(['customer_payment_methods/create', 'subscription_contracts/create']);
  const { paymentMethodId } = subscription;
  const change = (body: object) => control('payment-method', { paymentMethodId, ...body });
  expect((await change({ fate: { kind: 'declined', code: 'CARD_DECLINED' } })).status).toBe(200);
  expect((await change({ fate: { kind: 'declined', code: 'NO_SUCH_CODE' } })).status).toBe(400);
  expect((await control('payment-method', { paymentMethodId: 1 })).status).toBe(404);
  expect(store.tables.paymentMethods.get(paymentMethodId)?.fate).toEqual({
    kind: 'declined',
    code: 'CARD_DECLINED',
    times: null,
  });
  await change({ lastDigits: '1111', fate: { kind: 'good' } });
  await change({ revokedReason: 'MANUALLY_REVOKED' });
  expect(announced.slice(2)).toEqual([
    'customer_payment_methods/update',
    'customer_payment_methods/revoke',
  ]);
});

it('another app charges a contract, and no cycle knows of it', async () => {
  const { platform, store, control, subscribe } = setUp();
  const variant = store.tables.variants
    .all()
    .find(({ inventoryQuantity }) => inventoryQuantity > 5);
  const { contractId } = await subscribe({ variantId: variant?.id });
  expect((await control('foreign-charge', { contractId })).body).toMatchObject({
    state: 'SUCCESS',
  });
  expect(await attemptsOf(platform, contractId)).toMatchObject({
    subscriptionContract: {
      billingAttempts: { nodes: [{ order: { id: expect.stringContaining('Order') } }] },
    },
    subscriptionBillingCycles: {
      nodes: [
        { status: 'UNBILLED', billingAttempts: { nodes: [] } },
        { status: 'UNBILLED', billingAttempts: { nodes: [] } },
      ],
    },
  });
});

it('contracts are cancelled two days after the app was taken out, unless it is back', async () => {
  const { platform, store, control, subscribe } = setUp();
  const subscription = await subscribe();
  await control('uninstall', {});
  await platform.clock.moveBy({ hours: 47 });
  await control('install', {});
  await platform.clock.moveBy({ hours: 47 });
  expect(contractOf(store, subscription)?.status).toBe('ACTIVE');
  await control('uninstall', {});
  await platform.clock.moveBy({ hours: 47 });
  expect(contractOf(store, subscription)?.status).toBe('ACTIVE');
  await platform.clock.moveBy({ hours: 2 });
  expect(contractOf(store, subscription)?.status).toBe('CANCELLED');
});
