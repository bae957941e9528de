import { describe, expect, it } from 'vitest';
import type { PlatformContract } from './documents.ts';
import { alignedWith, basisOf, isSentAlike } from './edited-cycle.ts';

type Line = PlatformContract['lines']['nodes'][number];

const line: Line = {
  ...{ id: 'gid://shopify/SubscriptionLine/1', title: 'House', variantTitle: '250 g', quantity: 1 },
  ...{ productId: 'gid://shopify/Product/1', variantId: 'gid://shopify/ProductVariant/1' },
  ...{ currentPrice: '10.00', customAttributes: [], pricingPolicy: null },
  ...{ sellingPlanId: null, sellingPlanName: null },
};
const other = {
  ...{ productId: 'gid://shopify/Product/2', variantId: 'gid://shopify/ProductVariant/2' },
  ...{ title: 'Dark' },
};
const pageInfo = { hasNextPage: false, endCursor: null };
const contractOf = (change: Partial<Line> = {}): PlatformContract => ({
  ...{ status: 'ACTIVE', createdAt: new Date(0), originOrder: null, currencyCode: 'USD' },
  billingPolicy: { interval: 'WEEK', intervalCount: 1, maxCycles: null },
  deliveryPolicy: { interval: 'WEEK', intervalCount: 1 },
  ...{ deliveryPrice: '0.00', deliveryMethod: null, customerPaymentMethod: null },
  lines: { nodes: [{ ...line, ...change }], pageInfo },
  billingAttempts: { nodes: [], pageInfo },
});
/** The line of an order that was edited while its contract had the first product at 10.00, once the contract has other things. */
const alignedLine = (inCycle: Partial<Line>, inContract: Partial<Line>) =>
  alignedWith(contractOf(inContract), contractOf(inCycle), {
    ...{ basis: basisOf(contractOf()), isTried: true, rotating: new Set(), held: [] },
  }).lines.nodes[0];

describe('the line of an order that holds something of its own', () => {
  it('becomes the contract’s product where its own variant is deleted', () => {
    const swapped = { ...other, quantity: 2, currentPrice: '12.00' };
    expect(alignedLine({ variantId: null }, swapped)).toMatchObject(swapped);
  });

  it('keeps the price of a product that somebody else has put in, whatever the contract’s next one costs', () => {
    const theirs = { ...other, variantId: 'gid://shopify/ProductVariant/3' };
    const swapped = { ...other, currentPrice: '12.00' };
    expect(alignedLine(theirs, swapped)).toMatchObject({ ...theirs, currentPrice: '10.00' });
  });

  it('follows the price of the same product', () => {
    expect(alignedLine(other, { currentPrice: '12.00' })).toMatchObject({
      ...{ ...other, currentPrice: '12.00' },
    });
  });
});

it('goes to the same address in whatever order that is told', () => {
  const [one, same, another] = [
    { city: 'Oslo', zip: '0150' },
    { zip: '0150', city: 'Oslo' },
    { city: 'Oslo', zip: '0151' },
  ].map((address) => ({ deliveryMethod: { address } }));
  if (one === undefined || same === undefined || another === undefined) throw new Error('three');
  expect(isSentAlike(one, same)).toBe(true);
  expect(isSentAlike(one, another)).toBe(false);
});
