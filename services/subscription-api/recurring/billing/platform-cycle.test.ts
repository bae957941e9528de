import { describe, expect, it } from 'vitest';
import { methodOf } from './platform-cycle.ts';

describe('the name of a payment method', () => {
  const id = 'gid://shopify/CustomerPaymentMethod/7';
  const name = (instrument: { __typename: string; inactive?: boolean; [field: string]: unknown }) =>
    methodOf({ customerPaymentMethod: { id, instrument } });
  const agreement = (paypalAccountEmail: string, inactive = false) =>
    name({ __typename: 'CustomerPaypalBillingAgreement', paypalAccountEmail, inactive });
  const shopPay = { __typename: 'CustomerShopPayAgreement', lastDigits: '4242', expiryMonth: 1 };

  it('is another one for another account under the same id, and shows none of it', () => {
    expect(agreement('ann@example.com')).not.toBe(agreement('bob@example.com'));
    expect(agreement('ann@example.com')).toMatch(/^7 [0-9a-f]{16}$/);
  });

  it('is none for an agreement that was ended, and stays where it is active', () => {
    expect(agreement('ann@example.com', true)).toBeNull();
    expect(name({ ...shopPay, inactive: true })).toBeNull();
    expect(name({ ...shopPay, inactive: false })).toBe(name(shopPay));
    expect(name(shopPay)).not.toBeNull();
  });
});
