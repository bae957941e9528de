import { describe, expect, it } from 'vitest';
import {
  shippingAddress as address,
  itemToShip as item,
  money,
  orderToShip as orderWith,
} from '../../testing/order-to-ship.ts';
import type { OrderToShip } from './documents.ts';
import type { FulfillmentPart } from './fulfillment-orders.ts';
import { type KeptBack, shipStationOrdersOf } from './mapping.ts';

const partOf = (change: Partial<FulfillmentPart> = {}, remaining = 2): FulfillmentPart => ({
  status: 'OPEN',
  fulfillAt: '2026-11-01T08:00:00Z',
  method: 'SHIPPING',
  lines: [{ lineItemId: item.id, total: 2, remaining }],
  ...change,
});

function shipStationOrderOf(order: OrderToShip, parts = [partOf()]) {
  const deliveries = shipStationOrdersOf(order, parts);
  if (!Array.isArray(deliveries)) throw new Error(deliveries.problem);
  expect(deliveries).toHaveLength(1);
  expect(deliveries[0]?.keptBack).toBeUndefined();
  return deliveries[0]?.order;
}

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
        { displayFinancialStatus, netPaymentSet: money('0.0') },
        { orderStatus: 'awaiting_payment', amountPaid: 0 },
      ],
    ),
    [{ displayFinancialStatus: null }, { orderStatus: 'awaiting_shipment', amountPaid: 31.9 }],
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
      expect(shipStationOrdersOf(orderWith({ shippingAddress }), [partOf()])).toEqual({
        problem: 'no-address',
      });
    }
  });

  it('needs an address, but for what is not to be shipped', () => {
    const order = orderWith({ shippingAddress: null });
    expect(shipStationOrdersOf(order, [partOf()])).toEqual({ problem: 'no-address' });
    const closed = partOf({ status: 'CLOSED' }, 0);
    expect(shipStationOrdersOf(order, [closed])).toEqual({ problem: 'fulfilled' });
  });

  it('needs something to ship', () => {
    expect(shipStationOrdersOf(orderWith({}, []), [])).toEqual({ problem: 'nothing-to-ship' });
  });

  it('says no more than is open to ship, and no more as paid', () => {
    const order = orderWith({ totalTaxSet: money('2.00') });
    expect(shipStationOrderOf(order, [partOf({ status: 'IN_PROGRESS' }, 1)])).toMatchObject({
      items: [{ quantity: 1, unitPrice: 13.5 }],
      amountPaid: 19.4,
      shippingAmount: 4.9,
      taxAmount: 1,
    });
  });

  it('is paid with its share of prices that are with tax', () => {
    const order = orderWith({ totalTaxSet: money('2.00'), taxesIncluded: true });
    expect(shipStationOrderOf(order, [partOf({}, 1)])).toMatchObject({
      amountPaid: 18.4,
      taxAmount: 1,
    });
  });

  it('keeps its items and amounts in ShipStation once it is fulfilled elsewhere', () => {
    expect(shipStationOrdersOf(orderWith(), [partOf({ status: 'CLOSED' }, 0)])).toMatchObject([
      { order: { orderStatus: 'shipped', items: [{ quantity: 2 }], amountPaid: 31.9 } },
    ]);
  });

  it.each<[KeptBack['problem'], string, Partial<OrderToShip>, FulfillmentPart[]]>([
    ['order-cancelled', 'cancelled', { cancelledAt: '2026-11-02T08:00:00Z' }, [partOf()]],
    ['refunded', 'cancelled', { displayFinancialStatus: 'REFUNDED' }, [partOf()]],
    ['voided', 'cancelled', { displayFinancialStatus: 'VOIDED' }, [partOf()]],
    ['fulfilled', 'shipped', {}, [partOf({ status: 'CLOSED' }, 0)]],
    ['scheduled', 'on_hold', {}, [partOf({ status: 'SCHEDULED' })]],
    ['on-hold', 'on_hold', {}, [partOf({ status: 'ON_HOLD' })]],
    ['not-shipped', 'cancelled', {}, [partOf({ method: 'PICK_UP' })]],
    ['not-yours', 'cancelled', {}, []],
  ])('keeps one back that is %s, for ShipStation %s', (problem, orderStatus, change, parts) => {
    expect(shipStationOrdersOf(orderWith(change), parts)).toMatchObject([
      { keptBack: { problem }, order: { orderStatus } },
    ]);
  });

  it('is an order of its own for each delivery of a prepaid one', () => {
    const due = (month: string, status: string, remaining = 2) =>
      partOf({ status, fulfillAt: `2026-${month}-01T08:00:00Z` }, remaining);
    const parts = [due('12', 'OPEN'), due('11', 'CLOSED', 0), due('12', 'OPEN', 1)];
    expect(shipStationOrdersOf(orderWith({}), parts)).toMatchObject([
      { keptBack: { problem: 'fulfilled' }, order: { orderKey: 'shopify-7' } },
      {
        keptBack: undefined,
        order: { orderKey: 'shopify-7-2026-12-01', shippingAmount: 0, items: [{ quantity: 3 }] },
      },
    ]);
  });
});
