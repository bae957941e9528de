import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { deliveryProfileSchema } from '#contract/delivery-profile.ts';
import { pageSchema } from '#contract/pagination.ts';
import { portalSessionListSchema } from '#contract/portal.ts';
import { billingSchema } from '#contract/recurring-orders.ts';
import { roastPlanSchema } from '#contract/roast-plan.ts';
import { savedViewSchema } from '#contract/saved-view.ts';
import { createdScaleSchema } from '#contract/scale.ts';
import { listedChangesSchema } from '#contract/vendor-settings.ts';
import { shipStationAccounts } from '#services/local-platform/testing.ts';
import { keepContract } from '#services/subscription-api/recurring/mirror/rows.ts';
import { keepPicture } from '#services/subscription-api/selling/picture/store.ts';
import { approveVendor } from '#services/subscription-api/shop/vendor.ts';
import {
  billingAttemptTable,
  bulkChangeRowTable,
  bulkChangeTable,
  customerNoticeTable,
  cycleBillingTable,
  formerContractLineTable,
  importedSubscriptionTable,
  importLineTable,
  orderExtraTable,
  rotationPlaceTable,
  subscribedProductTable,
  timelineEntryTable,
} from '#services/subscription-api/store/schema.ts';
import { contractExample } from '#services/subscription-api/testing/contract-example.ts';
import { createGroup } from '#services/subscription-api/testing/group-form.ts';
import { askPortal, openPortal } from '#services/subscription-api/testing/portal-in-test.ts';
import { bodyOf, type ServiceInTest } from '#services/subscription-api/testing/service-in-test.ts';
import type { Belongings } from './foreign-ids.ts';
import { rowsOfShop } from './whole-state.ts';

/** A shop that uses all of the app, the tokens of its open portal and of its scale, and what it has there. */
export type FurnishedShop = {
  shop: string;
  portalToken: string;
  scaleToken: string;
  has: Belongings;
};

const catalogSchema = z.object({
  products: z.object({
    nodes: z
      .array(
        z.object({
          id: z.string(),
          variants: z.object({ nodes: z.array(z.object({ id: z.string() })).min(1) }),
        }),
      )
      .min(1),
  }),
});

/** The id in one of the shop's rows of a table, as the global id of a type; `unknown` where the shop has none. */
async function idIn(service: ServiceInTest, shop: string, table: string, type: string) {
  const [row] = (await rowsOfShop(service, shop))[table] ?? [];
  const { id } = z
    .object({ id: z.string() })
    .parse(row === undefined ? { id: '1' } : JSON.parse(row));
  return `gid://shopify/${type}/${id}`;
}

/** A subscription of the shop with an order that failed and waits for a decision, named after the shop; its id. */
async function keepRecurringOrder({ database }: ServiceInTest, shop: string): Promise<string> {
  const { contract, lines, cycles, method } = contractExample(shop);
  const contractId = `${shop.length}00009`;
  const methodId = `method of ${shop}`;
  const mine = {
    contract: { ...contract, id: contractId, paymentMethodId: methodId },
    lines: lines.map((line) => ({ ...line, contractId, title: `Beans of ${shop}` })),
    cycles: cycles.map((cycle) => ({ ...cycle, contractId })),
    method: method && { ...method, id: methodId },
  };
  await keepContract(database, mine, null);
  const cycle = { shop, contractId, cycleIndex: 1 };
  await database.insert(cycleBillingTable).values({
    ...cycle,
    state: 'listed',
    reason: 'missed',
    expectedAt: contract.createdAt,
    changedAt: contract.createdAt,
  });
  await database.insert(billingAttemptTable).values({
    ...cycle,
    number: 1,
    input: {},
    state: 'failed',
    failureClass: 'later',
    orderName: `Order of ${shop}`,
    begunAt: contract.createdAt,
  });
  await database.insert(timelineEntryTable).values({
    ...{ shop, contractId, at: contract.createdAt, kind: 'canceled', who: 'merchant' },
    ...{ details: {}, why: `Reason of ${shop}` },
  });
  await database.insert(customerNoticeTable).values({
    ...{ shop, contractId, cycleIndex: 1, notice: 'reminder', about: '1', state: 'sent' },
    ...{ happenedAt: contract.createdAt, sendAt: contract.createdAt, at: contract.createdAt },
  });
  await database.insert(orderExtraTable).values({
    ...{ shop, id: randomUUID(), contractId, productId: '1', variantId: '1', quantity: 1 },
    ...{ title: `Extra of ${shop}`, price: 100, currencyCode: 'USD', addedAt: contract.createdAt },
  });
  await database.insert(formerContractLineTable).values({
    ...{ shop, contractId, until: contract.createdAt, id: '1', position: 0, quantity: 1 },
    title: `Former coffee of ${shop}`,
  });
  await database.insert(rotationPlaceTable).values({
    ...{ shop, contractId, lineId: '1', coffee: `Coffee of ${shop}`, version: 1 },
    at: contract.createdAt,
  });
  await database
    .insert(subscribedProductTable)
    .values({ shop, id: '1', title: `Product of ${shop}`, asOf: contract.createdAt });
  const changeId = randomUUID();
  await database.insert(bulkChangeTable).values({
    ...{ shop, id: changeId, state: 'done', change: { change: 'pause' }, ticked: 1 },
    ...{ filter: { query: `Many of ${shop}` }, preparedAt: contract.createdAt },
  });
  await database.insert(bulkChangeRowTable).values({
    ...{ shop, changeId, contractId, state: 'refused', reason: `Refused by ${shop}` },
    ...{ amount: 100, newAmount: 100, currencyCode: 'USD' },
  });
  const importId = randomUUID();
  await database.insert(bulkChangeTable).values({
    ...{ shop, id: importId, state: 'done', change: { change: 'import', file: `File of ${shop}` } },
    ...{ filter: {}, preparedAt: contract.createdAt },
  });
  const key = `Key of ${shop}`;
  await database.insert(importLineTable).values({
    ...{ shop, changeId: importId, line: 2, state: 'done', key, contractId, currencyCode: 'USD' },
    ...{ reference: `Reference of ${shop}`, email: `ada@${shop}` },
  });
  await database.insert(importedSubscriptionTable).values({ shop, key, contractId });
  return contractId;
}

/** The first day of the shop's roast plan. */
export async function roastDay(service: ServiceInTest, shop: string): Promise<string> {
  const plan = await service.call(shop, 'GET', '/roast-plan');
  return bodyOf(plan, roastPlanSchema).days[0]?.day ?? '';
}

/** Approves the shop and puts something into each corner of it. */
export async function furnish(service: ServiceInTest, shop: string): Promise<FurnishedShop> {
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await service.call(shop, method, path, { body });
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer;
  };
  await approveVendor(service.database, { shop, status: 'active', simpleSubscription: true });
  const { products } = catalogSchema.parse(
    await service.admin(
      shop,
      '{ products(first: 1) { nodes { id variants(first: 1) { nodes { id } } } } }',
    ),
  );
  const [product] = products.nodes;
  const [variant] = product?.variants.nodes ?? [];
  if (product === undefined || variant === undefined) throw new Error(`${shop} sells nothing.`);

  const group = await createGroup(service, shop, { name: `Club of ${shop}` });
  await call('POST', '/subscription/selling-plan-group/variant', {
    sellingPlanGroupId: group.id,
    variants: [variant.id],
  });
  const profile = bodyOf(
    await call('POST', '/delivery-profile', { name: `Boxes of ${shop}` }),
    deliveryProfileSchema,
    201,
  );
  await call('PATCH', `/products/shopify/${product.id.split('/').at(-1)}/rotation`, {
    products: [],
  });
  const { scale, token: scaleToken } = bodyOf(
    await call('POST', '/vendor/scale', { name: `Scale of ${shop}` }),
    createdScaleSchema,
    201,
  );
  const view = bodyOf(
    await call('POST', '/subscription/saved-view', {
      ...{ name: `View of ${shop}`, search: 'status=PAUSED' },
    }),
    savedViewSchema,
    201,
  );
  await call('POST', '/proposed-vendor', { name: `Owner of ${shop}`, email: `owner@${shop}` });
  const [account] = shipStationAccounts;
  if (account === undefined) throw new Error('ShipStation has no accounts.');
  await call('POST', '/vendor/integrations', {
    shipstation: { key: account.key, secret: account.secret },
  });
  const { rules } = bodyOf(await call('GET', '/recurring-orders/billing'), billingSchema);
  await call('PATCH', '/recurring-orders/billing', { ...rules, hour: 6 });
  await call('PATCH', '/roast-plan', { lossPercent: 10 + shop.length / 10 });
  await call('POST', '/roast-plan/day', { day: await roastDay(service, shop), change: 'take' });
  await call('PATCH', '/vendor/settings', { isWidgetEnabled: false });
  await call('PATCH', '/vendor/settings/notifications', {
    settings: { customerOrderArrived: { email: false } },
  });
  const picture = `https://cdn.example/${shop}.png`;
  await keepPicture(service.contextOf(shop), { fileId: `file of ${shop}`, url: picture });
  await call('GET', '/order');
  // Also of the subscriptions that are read since billing was looked at.
  await service.settled();
  const contract = await keepRecurringOrder(service, shop);

  const portalToken = await openPortal(service, shop);
  const { sessions } = bodyOf(
    await askPortal(service, portalToken, '/portal/session'),
    portalSessionListSchema,
  );
  const { changes } = bodyOf(await call('GET', '/vendor/settings/changes'), listedChangesSchema);
  const lists = [
    '/subscription/selling-plan-group',
    '/delivery-profile',
    '/order',
    '/customer',
    '/recurring-orders',
    '/subscription/contract',
  ];
  const pages = await Promise.all(
    lists.map(async (path) => bodyOf(await call('GET', `${path}?first=1`), pageSchema).pageInfo),
  );
  return {
    shop,
    portalToken,
    scaleToken,
    has: {
      globalIds: {
        Product: product.id,
        ProductVariant: variant.id,
        SellingPlanGroup: group.id,
        SellingPlan: group.recurringPolicies[0]?.id ?? '',
        DeliveryProfile: profile.id,
        Customer: await idIn(service, shop, 'store_customer', 'Customer'),
        SubscriptionContract: `gid://shopify/SubscriptionContract/${contract}`,
        Order: await idIn(service, shop, 'store_order', 'Order'),
      },
      settingChange: changes[0]?.id ?? 0,
      picture,
      scale: scale.id,
      view: view.id,
      portalSession: sessions[0]?.id ?? '',
      cursors: pages.flatMap(({ endCursor }) => (endCursor === null ? [] : [endCursor])),
    },
  };
}
