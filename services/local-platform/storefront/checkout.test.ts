import { JSDOM } from 'jsdom';
import { expect, it, vi } from 'vitest';
import { importedPlans, plainPlan } from '../seed/groups.ts';
import { storeOf } from '../test-platform.ts';
import { firstCrack, storefrontInTest } from './storefront-in-test.ts';

/** A customer of a store that has just got plans. Keeps the cart like a browser. */
async function setUp() {
  const parse = (html: string) => new JSDOM(html).window.document;
  const storefront = await storefrontInTest(parse);
  const afterwards = { afterCycle: 2, percentage: 10 };
  const [weekly = 0, monthly = 0, preOrder = 0] = storefront.sell([
    plainPlan('Every week', [1, 'WEEK'], 25, afterwards),
    plainPlan('Every month', [1, 'MONTH'], 10),
    ...importedPlans.filter(({ category }) => category === 'PRE_ORDER'),
  ]);
  const [variant] = storefront.variants;
  if (variant === undefined) throw new Error('The product has no variant.');
  const store = storeOf(storefront.platform, firstCrack);
  const announce = vi.spyOn(storefront.platform.webhooks, 'announce').mockImplementation(() => {});
  let cookie = '';
  const send = async (path: string, fields?: Record<string, string>) => {
    const answer = await storefront.request(path, {
      headers: { Cookie: cookie },
      ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
    });
    const [kept] = answer.headers.getSetCookie();
    if (kept !== undefined) cookie = kept.split(';')[0] ?? '';
    return answer;
  };
  const add = (quantity: number, planId?: number) =>
    send('/cart/add', {
      id: String(variant.id),
      quantity: String(quantity),
      ...(planId !== undefined && { selling_plan: String(planId) }),
    });
  const pageOf = async (answer: Response) => parse(await answer.text());
  const filled = async () => {
    const page = await pageOf(await send('/checkout'));
    const inputs = [...page.querySelectorAll<HTMLInputElement>('.checkout input')];
    const fields = inputs.map(({ name, value }) => [name, value]);
    return { ...Object.fromEntries(fields), card: '4242' } as Record<string, string>;
  };
  const follow = async (answer: Response) =>
    await send((answer.headers.get('Location') ?? '').replace('/storefront/first-crack', ''));
  return {
    ...{ store, variant, weekly, monthly, preOrder, announce },
    send,
    add,
    filled,
    follow,
    pageOf,
  };
}

it('sells the cart without JavaScript: one order, a card, a contract for each plan, and both are announced', async () => {
  const { store, variant, weekly, monthly, announce, ...customer } = await setUp();
  await customer.add(1);
  await customer.add(2, weekly);
  await customer.add(1, monthly);
  const cart = await customer.pageOf(await customer.send('/cart'));
  const link = cart.querySelector<HTMLAnchorElement>('a[href$="/checkout"]');
  expect(link?.textContent).toBe('Check out');
  const fields = await customer.filled();
  const answer = await customer.send('/checkout', { ...fields, card: '9995' });
  expect(answer.status).toBe(303);

  const [order, ...others] = store.tables.orders.all();
  expect(others).toEqual([]);
  const contracts = store.tables.contracts.all();
  const [method] = store.tables.paymentMethods.all();
  const price = Number(variant.price);
  const off = (percent: number) => (Math.round(price * (100 - percent)) / 100).toFixed(2);
  expect(order).toMatchObject({
    email: fields.email,
    financialStatus: 'PAID',
    tags: ['Subscription', 'Subscription First Order'],
    shippingAddress: { city: fields.city, zip: fields.zip, countryCode: 'US' },
  });
  expect(order?.lines).toHaveLength(3);
  expect(order?.lines).toContainEqual(
    expect.objectContaining({
      ...{ variantId: variant.id, quantity: 2, unitPrice: variant.price },
      ...{ discountedUnitPrice: off(25), sellingPlan: { id: weekly, name: 'Every week' } },
    }),
  );
  expect(contracts).toHaveLength(2);
  expect(contracts.find(({ lines }) => lines[0]?.sellingPlanId === weekly)).toMatchObject({
    status: 'ACTIVE',
    originOrderId: order?.id,
    customerId: order?.customerId,
    paymentMethodId: method?.id,
    billingPolicy: { interval: 'WEEK', intervalCount: 1 },
    lines: [{ variantId: variant.id, quantity: 2, currentPrice: off(25) }],
    delivery: { address: { city: fields.city } },
  });
  expect(method).toMatchObject({
    customerId: order?.customerId,
    ...{ lastDigits: '9995', holder: `${fields.firstName} ${fields.lastName}` },
    fate: { kind: 'declined', code: 'INSUFFICIENT_FUNDS', times: 1 },
  });
  expect(store.tables.variants.get(variant.id)?.inventoryQuantity).toBe(1);
  expect(announce.mock.calls.map(([, topic]) => topic)).toEqual([
    'customer_payment_methods/create',
    'subscription_contracts/create',
    'subscription_contracts/create',
  ]);

  const thanks = (await customer.pageOf(await customer.follow(answer))).body.textContent ?? '';
  expect(thanks).toContain('#1001');
  for (const { id } of contracts) expect(thanks).toContain(`Subscription ${id}`);
  const emptied = await customer.pageOf(await customer.send('/cart'));
  expect(emptied.body.textContent).toContain('Your cart is empty');
});

it('sells what has no plan without a contract, and to a known customer by the email address', async () => {
  const { store, ...customer } = await setUp();
  const buy = async (email: string) => {
    await customer.add(1);
    await customer.send('/checkout', { ...(await customer.filled()), email });
  };
  await buy('ada@customers.example');
  await buy('Ada@customers.example');
  expect(store.tables.orders.all().map(({ number, tags }) => [number, tags])).toEqual([
    [1001, []],
    [1002, []],
  ]);
  expect(store.tables.customers.size).toBe(1);
  expect([store.tables.contracts.size, store.tables.paymentMethods.size]).toEqual([0, 0]);
});

it('sells a pre-order, paid in part, without a contract', async () => {
  const { store, preOrder, ...customer } = await setUp();
  await customer.add(1, preOrder);
  const answer = await customer.send('/checkout', await customer.filled());
  expect(store.tables.orders.all()).toMatchObject([{ financialStatus: 'PARTIALLY_PAID' }]);
  expect(store.tables.contracts.size).toBe(0);
  const thanks = await customer.pageOf(await customer.follow(answer));
  expect(thanks.body.textContent).toContain('paid in part');
});

it('buys once when the form is sent twice', async () => {
  const { store, weekly, ...customer } = await setUp();
  await customer.add(1, weekly);
  const fields = await customer.filled();
  const [one, other] = await Promise.all([
    customer.send('/checkout', fields),
    customer.send('/checkout', fields),
  ]);
  expect(other?.headers.get('Location')).toBe(one?.headers.get('Location'));
  expect([store.tables.orders.size, store.tables.contracts.size]).toEqual([1, 1]);
});

it('says what is missing and keeps what was typed', async () => {
  const { store, ...customer } = await setUp();
  await customer.add(1);
  const fields = await customer.filled();
  const answer = await customer.send('/checkout', {
    ...fields,
    email: 'ada',
    city: ' ',
    card: '1',
  });
  expect(answer.status).toBe(422);
  const page = await customer.pageOf(answer);
  const field = (name: string) => page.querySelector<HTMLInputElement>(`#${name}`);
  expect(field('email')?.value).toBe('ada');
  expect(page.getElementById('email-error')?.textContent).toBe('Enter an email address');
  expect(field('city')?.getAttribute('aria-describedby')).toBe('city-error');
  expect(field('zip')?.value).toBe(fields.zip);
  expect(field('zip')?.hasAttribute('aria-invalid')).toBe(false);
  expect(field('card')?.getAttribute('aria-describedby')).toBe('card-error');
  expect(page.getElementById('card-error')?.textContent).toBe('Choose a card');
  expect(page.querySelector('[role="alert"]')?.textContent).toContain('marked fields');
  expect(store.tables.orders.size).toBe(0);
});

it('sells no more than there is', async () => {
  const { store, weekly, variant, ...customer } = await setUp();
  await customer.add(3);
  await customer.add(3, weekly);
  const answer = await customer.send('/checkout', await customer.filled());
  expect(answer.status).toBe(422);
  const alert = (await customer.pageOf(answer)).querySelector('[role="alert"]');
  expect(alert?.textContent).toContain('Only 5 left');
  expect(store.tables.orders.size).toBe(0);
  expect(store.tables.variants.get(variant.id)?.inventoryQuantity).toBe(5);
  store.transact((transaction) =>
    transaction.put('variants', { ...variant, inventoryQuantity: -1 }),
  );
  const none = await customer.pageOf(await customer.send('/checkout', await customer.filled()));
  expect(none.querySelector('[role="alert"]')?.textContent).toContain('is sold out');
  store.transact((transaction) => transaction.put('variants', { ...variant, isTracked: false }));
  expect((await customer.send('/checkout', await customer.filled())).status).toBe(303);
});

it('has no page for an empty cart, nor for an order that is not there', async () => {
  const customer = await setUp();
  for (const fields of [undefined, {}]) {
    const answer = await customer.send('/checkout', fields);
    expect(answer.headers.get('Location')).toBe('/storefront/first-crack/cart');
  }
  expect((await customer.send('/orders/7')).status).toBe(404);
});
