import { z } from 'zod';
import { timestampOf } from '../graphql/context.ts';
import { executeOperation } from '../graphql/execute.ts';
import { PointBucket } from '../graphql/point-bucket.ts';
import { installApp, setGrantedScopes, uninstallApp } from '../oauth/installation.ts';
import { grantedCode, launchUrl } from '../oauth/launch.ts';
import { mintSessionToken } from '../oauth/session-tokens.ts';
import { sellByAnotherApp } from '../seed/another-app.ts';
import { growStore } from '../seed/grow.ts';
import { accounts } from '../shipstation/accounts.ts';
import { type KeptOrder, orderStatuses } from '../shipstation/orders.ts';
import { orderRecord, productStatuses } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { changeTheme, shownTheme } from '../theme/editor.ts';
import { mainTheme } from '../theme/main-theme.ts';
import type { Platform } from './platform.ts';
import { webhookTopics } from './webhooks.ts';

export type ActionAnswer = { status: 200 | 400 | 404; body: unknown };

/** Something that the admin's own pages or a test have the platform do with a store. */
export type StoreAction = (
  platform: Platform,
  store: Store,
  body: unknown,
) => Promise<ActionAnswer>;

function action<Schema extends z.ZodType>(
  schema: Schema,
  run: (platform: Platform, store: Store, body: z.output<Schema>) => unknown,
): StoreAction {
  return async (platform, store, given) => {
    const parsed = schema.safeParse(given);
    if (!parsed.success) return { status: 400, body: { message: z.prettifyError(parsed.error) } };
    const body = await run(platform, store, parsed.data);
    return body === null
      ? { status: 404, body: { message: 'There is no such thing.' } }
      : { status: 200, body };
  };
}

const shownOrders = 100;

const nothing = z.unknown();
const size = (most: number) => z.number().int().min(0).max(most).optional();

const sessionToken = action(nothing, async (platform, store) => ({
  sessionToken: await mintSessionToken(store, platform.appOf(store), platform.clock.now()),
}));

const template = z.string().regex(/^[a-z][\w.-]*$/, 'Not a template');
const block = z.string().regex(/^[\w-]+$/, 'Not a block');
const themeChange = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('add-block'),
    template,
    block,
    settings: z.record(z.string(), z.unknown()).optional(),
  }),
  z.object({ kind: z.literal('remove-block'), template, block }),
  z.object({ kind: z.literal('embed'), block, on: z.boolean() }),
  z.object({ kind: z.literal('add-template'), template }),
]);

/** What both the admin's pages and tests may do. */
const common = {
  'market-driven-shipping': action(z.object({ on: z.boolean() }), (_, store, { on }) => {
    store.transact((transaction) => transaction.updateShop({ marketDrivenShipping: on }));
    return { on };
  }),
  /** Saves a change of the published theme, as its editor does. */
  theme: action(themeChange, (platform, store, change) => {
    const now = timestampOf(platform.clock.now());
    const { name, files } = changeTheme(store, platform.appOf(store).handle, now, change);
    return { name, files };
  }),
  uninstall: action(nothing, async (platform, store) => {
    uninstallApp(store);
    return await platform.webhooks.send(store, 'app/uninstalled');
  }),
  install: action(nothing, (_, store) => {
    installApp(store);
    return { installed: true };
  }),
  /** Deletes an order and sends `orders/delete`; with `isHeard` false, as where the message reached nobody. */
  'delete-order': action(
    z.object({ orderId: z.number().int(), isHeard: z.boolean().default(true) }),
    (platform, store, { orderId, isHeard }) => {
      if (store.tables.orders.get(orderId) === undefined) return null;
      store.transact((transaction) => transaction.remove('orders', orderId));
      // The merchant goes on at once; the app hears of it beside that.
      if (isHeard) void platform.webhooks.sendOrderDeleted(store, orderId);
      return { deleted: true };
    },
  ),
  /** What ShipStation's own people do with an order that it received. */
  'shipstation-order': action(
    z.object({
      orderId: z.number().int(),
      orderStatus: z.enum(orderStatuses).optional(),
      mergedOrSplit: z.boolean().optional(),
      mergedIds: z.array(z.number().int()).optional(),
      parentId: z.number().int().nullable().optional(),
    }),
    ({ shipStation, clock }, _, { orderId, ...change }) =>
      shipStation.change(orderId, change, clock.now()),
  ),
  /** What the mail server says to every recipient from now on; null for taking their mail. */
  'refuse-mail': action(
    z.object({ refusal: z.string().nullable() }),
    ({ mailbox }, _, { refusal }) => {
      mailbox.refusal = refusal;
      return { refusal };
    },
  ),
  /** Sends a webhook, or with `again` one that was sent before. */
  webhooks: action(
    z.union([
      z.object({ again: z.string() }),
      z.object({ topic: z.enum(webhookTopics), customerId: z.number().int().optional() }),
    ]),
    (platform, store, body) =>
      'again' in body
        ? platform.webhooks.sendAgain(store, body.again)
        : platform.webhooks.send(store, body.topic, body.customerId),
  ),
} satisfies Record<string, StoreAction>;

/** What tests do with a store, by the path below `/control`. */
export const controlActions: Readonly<Record<string, StoreAction>> = {
  ...common,
  'session-token': sessionToken,
  scopes: action(z.object({ scopes: z.array(z.string().min(1)) }), (_, store, { scopes }) => {
    setGrantedScopes(store, scopes);
    return { scopes: store.shop.grantedScopes };
  }),
  /** What the store's user may do; an online token that they get from now on has no more rights. */
  'merchant-rights': action(
    z.object({ scopes: z.array(z.string().min(1)) }),
    (platform, store, { scopes }) => {
      platform.merchantRights.set(store.domain, scopes);
      return { scopes };
    },
  ),
  /** How long the platform takes until a new file is ready. */
  'file-processing': action(
    z.object({ milliseconds: z.number().int().min(0) }),
    (platform, _, { milliseconds }) => {
      platform.processingMilliseconds = milliseconds;
      return { milliseconds };
    },
  ),
  /** How large the bucket of points is that the store's calls take theirs from; it begins full. */
  points: action(
    z.object({ maximumAvailable: z.number().min(1), restoreRate: z.number().positive() }),
    (platform, store, size) => {
      const now = platform.clock.now().getTime();
      platform.pointBuckets.set(store.domain, new PointBucket(size, now));
      return size;
    },
  ),
  'another-app': action(
    z.object({ productIds: z.array(z.number().int()) }),
    (platform, store, to) => ({
      groupId: sellByAnotherApp(store, to.productIds, platform.clock.now()),
    }),
  ),
  /** How a product is sold, what is left of its variants, and whether it is there at all. */
  product: action(
    z.object({
      productId: z.number().int(),
      requiresSellingPlan: z.boolean().optional(),
      templateSuffix: z.string().nullable().optional(),
      inventoryQuantity: z.number().int().optional(),
      status: z.enum(productStatuses).optional(),
      tags: z.array(z.string()).optional(),
      title: z.string().optional(),
      isDeleted: z.boolean().optional(),
    }),
    (_, store, { productId, inventoryQuantity, isDeleted, ...change }) => {
      const product = store.tables.products.get(productId);
      if (product === undefined) return null;
      store.transact((transaction) => {
        if (isDeleted) {
          transaction.remove('products', productId);
          for (const id of product.variantIds) transaction.remove('variants', id);
          return;
        }
        transaction.put('products', { ...product, ...change });
        for (const id of inventoryQuantity === undefined ? [] : product.variantIds) {
          const variant = store.tables.variants.get(id);
          if (variant === undefined || inventoryQuantity === undefined) continue;
          transaction.put('variants', { ...variant, inventoryQuantity });
        }
      });
      return { changed: true };
    },
  ),
  /** What became of an order: its payment, its fulfillment, that it was cancelled. */
  order: action(
    orderRecord
      .pick({
        financialStatus: true,
        fulfillmentStatus: true,
        fulfillmentOrders: true,
        cancelledAt: true,
      })
      .partial()
      .extend({ orderId: z.number().int() }),
    (_, store, { orderId, ...change }) => {
      const order = store.tables.orders.get(orderId);
      if (order === undefined) return null;
      const changed = { ...order, ...change };
      store.transact((transaction) => transaction.put('orders', changed));
      return changed;
    },
  ),
  grow: action(
    z.object({
      products: size(20_000),
      groups: size(5_000),
      variantsInGroup: size(50_000),
      profiles: size(1_000),
      orders: size(200_000),
    }),
    (platform, store, growth) => {
      growStore(store, growth, platform.clock.now());
      const { products, variants, groups, profiles, orders } = store.tables;
      return {
        products: products.size,
        variants: variants.size,
        groups: groups.size,
        profiles: profiles.size,
        orders: orders.size,
      };
    },
  ),
};

const scopeNames = z
  .string()
  .transform((scope) => scope.split(',').map((name) => name.trim()))
  .pipe(z.array(z.string().regex(/^[a-z_]+$/, 'Not an access scope')).min(1));

/** What the admin's pages do with a store, by the path below `/internal/stores/{handle}`. */
export const adminActions: Readonly<Record<string, StoreAction>> = {
  ...common,
  launch: action(
    z.object({ path: z.string().default('/'), search: z.string().default('') }),
    async (platform, store, screen) => ({
      url: await launchUrl({
        store,
        app: platform.appOf(store),
        now: platform.clock.now(),
        adminHost: new URL(platform.adminUrl).host,
        ...screen,
      }),
    }),
  ),
  graphql: action(
    z.object({
      query: z.string().min(1),
      variables: z.record(z.string(), z.unknown()).nullish(),
      operationName: z.string().nullish(),
    }),
    (platform, store, body) => executeOperation(body, platform.contextOf(store, null)),
  ),
  grants: action(z.object({ scope: scopeNames }), (platform, store, { scope }) => {
    setGrantedScopes(store, [...store.shop.grantedScopes, ...scope]);
    // The merchant goes on at once; the app hears of it beside that.
    void platform.webhooks.send(store, 'app/scopes_update');
    return { scope: store.shop.grantedScopes.join(',') };
  }),
  'authorization-code': action(nothing, (platform, store) =>
    grantedCode(store, platform.appOf(store), platform.clock.now()),
  ),
};

/** The number of the store's own order that an order of ShipStation was made from; null where there is none such. */
function soldOrderOf(store: Store, { orderKey, orderNumber }: KeptOrder): number | null {
  const id = Number(/^shopify-(\d+)/.exec(orderKey)?.[1]);
  const sold = store.tables.orders.get(id);
  return sold !== undefined && orderNumber === `#${sold.number}` ? id : null;
}

/** What the admin's pages ask about a store, by the path below `/internal/stores/{handle}`. */
export const adminQuestions: Readonly<Record<string, StoreAction>> = {
  app: action(nothing, (platform, store) => {
    const { name, handle, apiKey, url } = platform.appOf(store);
    return { name, handle, apiKey, appUrl: url, installed: store.shop.installed };
  }),
  'session-token': sessionToken,
  /** The accounts of ShipStation with their keys, and the latest orders of each with what they were made from. */
  shipstation: action(nothing, (platform) => ({
    accounts: accounts.map((account) => {
      const orders = platform.shipStation.ordersOf(account);
      const soldBy = platform.stores.find(({ shop }) => shop.name === account.name);
      return {
        ...account,
        handle: soldBy?.shop.handle ?? null,
        ordersCount: orders.length,
        orders: orders.slice(0, shownOrders).map((order) => ({
          ...order,
          storeOrderId: soldBy === undefined ? null : soldOrderOf(soldBy, order),
        })),
      };
    }),
  })),
  /** The emails that the app sent, newest first. */
  mails: action(nothing, ({ mailbox }) => ({ mails: mailbox.mails })),
  theme: action(nothing, (platform, store) => {
    const now = timestampOf(platform.clock.now());
    return shownTheme(mainTheme(store, now), platform.appOf(store).handle);
  }),
  settings: action(nothing, (platform, store) => ({
    installed: store.shop.installed,
    marketDrivenShipping: store.shop.marketDrivenShipping,
    topics: webhookTopics,
    deliveries: platform.webhooks.deliveries(store.domain),
  })),
};
