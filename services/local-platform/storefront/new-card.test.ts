import { JSDOM } from 'jsdom';
import { expect, it, vi } from 'vitest';
import { globalId } from '../graphql/global-id.ts';
import type { PaymentMethod } from '../store/records.ts';
import { executor, storeOf, testPlatform } from '../test-platform.ts';
import { subscribe } from '../test-subscriptions.ts';
import { createStorefront } from './routes.ts';

const expired = { fate: { kind: 'declined', code: 'EXPIRED_CARD', times: null } } as const;

/** A customer with a contract; the app has the platform mail them. */
function setUp(change: Partial<PaymentMethod> = expired) {
  const platform = testPlatform();
  const store = storeOf(platform);
  const { method, contract } = subscribe(store, platform.clock.now(), { method: change });
  const announce = vi.spyOn(platform.webhooks, 'announce').mockImplementation(() => {});
  const site = createStorefront(platform);
  return {
    ...{ platform, store, contract, announce, id: method.id },
    method: () => store.tables.paymentMethods.get(method.id),
    /** Has a mail sent, and returns its link. */
    async mailedLink(): Promise<string> {
      await executor(platform)(
        'mutation($id: ID!) { customerPaymentMethodSendUpdateEmail(customerPaymentMethodId: $id) { userErrors { message } } }',
        { id: globalId('CustomerPaymentMethod', method.id) },
      );
      const [link = ''] = platform.mailbox.mails[0]?.text.match(/https:\S+/) ?? [];
      return new URL(link).pathname.replace('/storefront', '');
    },
    async send(path: string, card?: string) {
      const body = card !== undefined && new URLSearchParams({ card });
      const answer = await site.request(path, body ? { method: 'POST', body } : {});
      const { document } = new JSDOM(await answer.clone().text()).window;
      return { status: answer.status, to: answer.headers.get('Location'), document };
    },
  };
}

it('takes another card by the mailed link, puts it under the same payment method and announces it', async () => {
  const { contract, announce, ...buyer } = setUp();
  const link = await buyer.mailedLink();
  const shown = await buyer.send(link);
  expect(shown.status).toBe(200);
  expect(shown.document.querySelector('main')?.textContent).toContain(
    `Subscription ${contract.id}`,
  );
  expect(shown.document.querySelector('main')?.textContent).toContain('ending in 4242');
  expect(shown.document.querySelector('label[for="card"]')?.textContent).toBe('Card');
  expect(shown.document.querySelectorAll('#card option')).toHaveLength(6);

  const saved = await buyer.send(link, '4444');
  expect(saved).toMatchObject({ status: 303, to: `/storefront${link}` });
  expect(buyer.method()).toMatchObject({
    ...{ id: buyer.id, brand: 'mastercard', lastDigits: '4444', fate: { kind: 'silent' } },
    expiryYear: buyer.platform.clock.now().getUTCFullYear() + 3,
  });
  expect(announce.mock.calls.map(([, topic]) => topic)).toEqual([
    'customer_payment_methods/update',
  ]);
});

it('says in words that a link was used, and takes no other card by it', async () => {
  const { announce, ...buyer } = setUp();
  const link = await buyer.mailedLink();
  // No card has been entered yet, so both mails have the same link.
  expect(await buyer.mailedLink()).toBe(link);
  await Promise.all([buyer.send(link, '4444'), buyer.send(link, '4444')]);
  expect(announce).toHaveBeenCalledTimes(1);
  const { document } = await buyer.send(link);
  expect(document.querySelector('h1')?.textContent).toBe('Your card is changed');
  const said = document.querySelector('main')?.textContent ?? '';
  expect(said).toContain('charges the mastercard card ending in 4444');
  expect(said).toContain('This link was used');
  expect(document.querySelector('form.checkout')).toBe(null);
  expect((await buyer.send(link, '4242')).status).toBe(303);
  expect(buyer.method()?.lastDigits).toBe('4444');

  const next = await buyer.mailedLink();
  expect(next).not.toBe(link);
  for (const card of [undefined, '4242']) {
    const old = await buyer.send(link, card);
    expect(old.status).toBe(404);
    expect(old.document.querySelector('main')?.textContent).toContain(
      'has sent a newer mail since',
    );
  }
  expect((await buyer.send(next, '4242')).status).toBe(303);
  expect(buyer.method()?.lastDigits).toBe('4242');
});

it('leads nowhere by a strange link', async () => {
  const { announce, ...buyer } = setUp();
  const strange = (id: number | string, key: string) =>
    `/roast-and-ritual/payment-methods/${id}/${key}`;
  const unasked = await buyer.send(strange(buyer.id, 'undefined'));
  const [key = ''] = (await buyer.mailedLink()).split('/').slice(-1);
  const paths = [strange(buyer.id, key.slice(1)), strange('x', key), strange(1, key)];
  const answers = [unasked, ...(await Promise.all(paths.map((path) => buyer.send(path, '4242'))))];
  for (const { status, document } of answers) {
    expect(status).toBe(404);
    expect(document.querySelector('h1')?.textContent).toBe('This link leads nowhere');
    expect(document.body.textContent).not.toContain('4242');
  }
  expect(announce).not.toHaveBeenCalled();
});

it('says what is wrong beside the field', async () => {
  const { announce, ...buyer } = setUp();
  const { status, document } = await buyer.send(await buyer.mailedLink(), '1234');
  expect(status).toBe(422);
  expect(document.querySelector('#card')?.getAttribute('aria-describedby')).toBe('card-error');
  expect(document.getElementById('card-error')?.textContent).toBe('Choose a card');
  expect(document.querySelector('[role="alert"]')?.textContent).toContain('marked field');
  expect(announce).not.toHaveBeenCalled();
});

it('makes a card of a PayPal account that its buyer ended', async () => {
  const paypal = {
    kind: 'PAYPAL',
    brand: '',
    lastDigits: '',
    holder: 'ada@paypal.example',
  } as const;
  const ended = { revokedAt: '2026-01-01T00:00:00Z', revokedReason: 'CUSTOMER_REVOKED' };
  const { announce, ...buyer } = setUp({ ...paypal, ...ended });
  const link = await buyer.mailedLink();
  const { document } = await buyer.send(link);
  expect(document.querySelector('main')?.textContent).toContain('account ada@paypal.example');
  await buyer.send(link, '4242');
  expect(buyer.method()).toMatchObject({ kind: 'CARD', lastDigits: '4242', revokedAt: null });
  expect(announce.mock.calls.map(([, topic]) => topic)).toEqual([
    'customer_payment_methods/update',
  ]);
});
