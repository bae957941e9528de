import type { MirroredContract } from '../recurring/mirror/mapping.ts';

/** A weekly subscription of the customer 1, as the mirror keeps it. */
export function contractExample(shop: string): MirroredContract {
  const at = new Date('2026-10-01T08:00:00Z');
  const owner = { shop, contractId: '9' };
  return {
    contract: {
      shop,
      id: '9',
      status: 'ACTIVE',
      revision: 1n,
      customerId: '1',
      originOrderId: '7',
      currencyCode: 'USD',
      deliveryPrice: 490,
      billingInterval: 'WEEK',
      billingIntervalCount: 1,
      minCycles: null,
      maxCycles: null,
      deliveryInterval: 'WEEK',
      deliveryIntervalCount: 1,
      anchors: [],
      cutoff: null,
      isUsageBased: false,
      paymentMethodId: '11',
      nextDueAt: new Date('2026-10-08T08:00:00Z'),
      createdAt: at,
      updatedAt: at,
      askedAt: at,
      goneAt: null,
      resumesAt: null,
      addressHash: null,
    },
    lines: [
      {
        ...owner,
        id: '10',
        position: 0,
        productId: '3',
        variantId: '4',
        title: 'House blend',
        variantTitle: null,
        quantity: 1,
        price: 1250,
        planId: '5',
        planName: 'Weekly',
      },
    ],
    cycles: [
      {
        ...owner,
        cycleIndex: 1,
        expectedAt: new Date('2026-10-08T08:00:00Z'),
        isBilled: false,
        isSkipped: false,
        isEdited: false,
        amount: null,
        currencyCode: null,
        holds: null,
      },
    ],
    method: {
      shop,
      id: '11',
      kind: 'CARD',
      lastDigits: '4242',
      expiryMonth: 12,
      expiryYear: 2030,
      revokedAt: null,
    },
  };
}
