import { describe, expect, it } from 'vitest';
import {
  shippingAddress as address,
  itemToShip as item,
  money,
  orderToShip as orderWith,
} from '../testing/order-to-ship.ts';
import type { OrderToShip } from './documents.ts';
import { shipStationOrderOf } from './mapping.ts';

describe('an order on its way to ShipStation', () => {
  it('says what is shipped, to whom, and what was paid', () => {
    const given = { ...item, id: 'gid://shopify/LineItem/9', requiresShipping: false };
    const back = { ...item, id: 'gid://shopify/LineItem/10', currentQuantity: 0 };
    const to = {
      name: 'Ada Lovelace',
      company: null,
      street1: '1 Roast Way',
      street2: null,
      city: 'Portland',
      state: 'OR',
      postalCode: '97201',
      country: 'US',
      phone: null,
    };
    expect(shipStationOrderOf(orderWith({}, [item, given, back]))).toEqual({
      orderNumber: '#1001',
      orderKey: 'shopify-7',
      orderDate: '2026-11-01T08:00:00Z',
      orderStatus: 'awaiting_shipment',
      customerEmail: 'ada@example.com',
      billTo: to,
      shipTo: to,
      items: [
        {
          lineItemKey: '8',
          sku: 'HB-250',
          name: 'House blend - 250 g',
          quantity: 2,
          unitPrice: 13.5,
        },
      ],
      amountPaid: 31.9,
      shippingAmount: 4.9,
      taxAmount: 0,
      customerNotes: null,
      requestedShippingService: 'Standard',
      advancedOptions: { source: 'Cadence' },
    });
  });

  it.each<[Partial<OrderToShip>, object]>([
    ...['AUTHORIZED', 'EXPIRED', 'PARTIALLY_PAID', 'PENDING'].map(
      (displayFinancialStatus): [Partial<OrderToShip>, object] => [
        { displayFinancialStatus },
        { orderStatus: 'awaiting_payment', amountPaid: 0 },
      ],
    ),
    [{ displayFinancialStatus: null }, { orderStatus: 'awaiting_shipment', amountPaid: 31.9 }],
    [{ displayFulfillmentStatus: 'ON_HOLD' }, { orderStatus: 'on_hold' }],
    [{ displayFulfillmentStatus: 'FULFILLED' }, { orderStatus: 'shipped' }],
    [{ displayFulfillmentStatus: 'PARTIALLY_FULFILLED' }, { orderStatus: 'awaiting_shipment' }],
    [{ cancelledAt: '2026-11-02T08:00:00Z' }, { orderStatus: 'cancelled' }],
    [{ name: `#${'1'.repeat(60)}` }, { orderNumber: `#${'1'.repeat(49)}` }],
    [{ billingAddress: { ...address, name: 'Bill' } }, { billTo: { name: 'Bill' } }],
    [{ billingAddress: { ...address, name: null, zip: '1' } }, { billTo: { postalCode: '97201' } }],
    [{ totalTaxSet: money('2.15') }, { taxAmount: 2.15 }],
    [{ shippingLine: null }, { requestedShippingService: null }],
    [{ note: 'Ring twice' }, { customerNotes: 'Ring twice' }],
  ])('with %j becomes %j', (change, expected) => {
    expect(shipStationOrderOf(orderWith(change))).toMatchObject(expected);
  });

  it.each(['name', 'address1', 'city', 'countryCodeV2'] as const)('needs a %s', (field) => {
    for (const missing of [null, '']) {
      const shippingAddress = { ...address, [field]: missing };
      expect(shipStationOrderOf(orderWith({ shippingAddress }))).toBe('no-address');
    }
  });

  it('needs an address', () => {
    expect(shipStationOrderOf(orderWith({ shippingAddress: null }))).toBe('no-address');
  });

  it('needs something to ship, unless it tells of a cancellation', () => {
    expect(shipStationOrderOf(orderWith({}, []))).toBe('nothing-to-ship');
    const cancelled = orderWith({ cancelledAt: '2026-11-02T08:00:00Z' }, []);
    expect(shipStationOrderOf(cancelled)).toMatchObject({ orderStatus: 'cancelled', items: [] });
  });
});
