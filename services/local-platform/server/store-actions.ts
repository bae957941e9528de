import { z } from 'zod';
import { timestampOf } from '../graphql/context.ts';
import { executeOperation } from '../graphql/execute.ts';
import { globalId } from '../graphql/global-id.ts';
import { LeakyBucket } from '../graphql/leaky-bucket.ts';
import { installApp, setGrantedScopes } from '../oauth/installation.ts';
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
import { parcelNews, tellOfParcel } from './parcel-actions.ts';
import type { Platform } from './platform.ts';
import { orderByScale, scaleReading } from './scale.ts';
import {
  answerPaymentChallenge,
  attemptLimit,
  challengeAnswer,
  changePaymentMethod,
  chargeByAnotherApp,
  foreignCharge,
  limitAttempts,
  openSubscription,
  paymentMethodChange,
  setUnderReview,
  subscriptionOpening,
  underReview,
} from './subscription-actions.ts';
import { webhookTopics } from './webhooks.ts';

type ActionAnswer = { status: 200 | 400 | 404; body: unknown };

/** An action on a store, for the admin's own pages or for tests. */
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
  sessionToken: await mintSessionToken(store, platform.appOf(store), platform.machineClock.now()),
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

/** Actions for both the admin's pages and tests. */
const common = {
  'market-driven-shipping': action(z.object({ on: z.boolean() }), (_, store, { on }) => {
    store.transact((transaction) => transaction.updateShop({ marketDrivenShipping: on }));
    return { on };
  }),
  /** Saves a change of the published theme, like the theme editor. */
  theme: action(themeChange, (platform, store, change) => {
    const now = timestampOf(platform.clock.now());
    const { name, files } = changeTheme(store, platform.appOf(store).handle, now, change);
    return { name, files };
  }),
  uninstall: action(nothing, async (platform, store) => {
    platform.uninstall(store);
    return await platform.webhooks.send(store, 'app/uninstalled');
  }),
  install: action(nothing, (_, store) => {
    installApp(store);
    return { installed: true };
  }),
  /** Deletes an order and sends `orders/delete`; with `isHeard` false, the webhook is lost. */
  'delete-order': action(
    z.object({ orderId: z.number().int(), isHeard: z.boolean().default(true) }),
    (platform, store, { orderId, isHeard }) => {
      const order = store.tables.orders.get(orderId);
      if (order === undefined) return null;
      store.transact((transaction) => {
        transaction.remove('orders', orderId);
        const highestDeletedNumber = Math.max(order.number, store.shop.highestDeletedNumber ?? 0);
        transaction.updateShop({ highestDeletedNumber });
      });
      if (isHeard) platform.webhooks.announce(store, 'orders/delete', { id: orderId });
      return { deleted: true };
    },
  ),
  /** Fulfils an order, like the merchant, or tells what became of its parcel, like a carrier. */
  parcel: action(parcelNews, tellOfParcel),
  /** Changes an order in ShipStation, like a warehouse. */
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
  /** Makes the mail server refuse every recipient with these words, which may begin with a code; null makes it accept mail again. */
  'refuse-mail': action(
    z.object({ refusal: z.string().nullable() }),
    ({ mailbox }, _, { refusal }) => {
      mailbox.refusal = refusal;
      return { refusal };
    },
  ),
  /** Makes Twilio refuse every text message with this code of its own, such as 21610; null makes it take them again. */
  'refuse-texts': action(
    z.object({ code: z.number().int().nullable() }),
    ({ mailbox }, _, { code }) => {
      mailbox.textRefusal = code;
      return { code };
    },
  ),
  /** Changes a payment method, or the outcome of its charges. */
  'payment-method': action(paymentMethodChange, changePaymentMethod),
  /** Acts as the buyer of a payment that waits for them. */
  'payment-challenge': action(challengeAnswer, answerPaymentChallenge),
  /** Orders as a scale. */
  scale: action(scaleReading, orderByScale),
  /** Sends a webhook; with `again`, repeats an earlier one. */
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

/** Actions for tests, by the path below `/control`. */
export const controlActions: Readonly<Record<string, StoreAction>> = {
  ...common,
  'session-token': sessionToken,
  scopes: action(z.object({ scopes: z.array(z.string().min(1)) }), (_, store, { scopes }) => {
    setGrantedScopes(store, scopes);
    return { scopes: store.shop.grantedScopes };
  }),
  /** Sets the scopes of the store's user for new online tokens. */
  'merchant-rights': action(
    z.object({ scopes: z.array(z.string().min(1)) }),
    (platform, store, { scopes }) => {
      platform.merchantRights.set(store.domain, scopes);
      return { scopes };
    },
  ),
  'file-processing': action(
    z.object({ milliseconds: z.number().int().min(0) }),
    (platform, _, { milliseconds }) => {
      platform.processingMilliseconds = milliseconds;
      return { milliseconds };
    },
  ),
  /** Sets how long a charge takes, in every store. */
  'charge-processing': action(
    z.object({ milliseconds: z.number().int().min(0) }),
    (platform, _, { milliseconds }) => {
      platform.chargeMilliseconds = milliseconds;
      return { milliseconds };
    },
  ),
  /** Limits how many charges the store may begin in a minute; null for no limit. */
  'attempt-limit': action(attemptLimit, limitAttempts),
  /** Opens a subscription without a checkout. */
  subscription: action(subscriptionOpening, openSubscription),
  /** Charges a contract as another app. */
  'foreign-charge': action(foreignCharge, chargeByAnotherApp),
  'contract-review': action(underReview, (_, store, body) => setUnderReview(store, body)),
  /** Limits the store's query costs from now on. The bucket starts full. */
  points: action(
    z.object({ maximumAvailable: z.number().min(1), restoreRate: z.number().positive() }),
    (platform, store, size) => {
      const now = platform.machineClock.now().getTime();
      platform.leakyBuckets.set(store.domain, new LeakyBucket(size, now));
      return size;
    },
  ),
  'another-app': action(
    z.object({ productIds: z.array(z.number().int()) }),
    (platform, store, to) => ({
      groupId: sellByAnotherApp(store, to.productIds, platform.clock.now()),
    }),
  ),
  product: action(
    z.object({
      productId: z.number().int(),
      requiresSellingPlan: z.boolean().optional(),
      templateSuffix: z.string().nullable().optional(),
      inventoryQuantity: z.number().int().optional(),
      isOversold: z.boolean().optional(),
      isTracked: z.boolean().optional(),
      status: z.enum(productStatuses).optional(),
      tags: z.array(z.string()).optional(),
      title: z.string().optional(),
      isDeleted: z.boolean().optional(),
    }),
    (
      platform,
      store,
      { productId, inventoryQuantity, isOversold, isTracked, isDeleted, ...change },
    ) => {
      const product = store.tables.products.get(productId);
      if (product === undefined) return null;
      store.transact((transaction) => {
        if (isDeleted) {
          transaction.remove('products', productId);
          for (const id of product.variantIds) transaction.remove('variants', id);
          return;
        }
        transaction.put('products', { ...product, ...change });
        for (const id of product.variantIds) {
          const variant = store.tables.variants.get(id);
          if (variant === undefined) continue;
          transaction.put('variants', {
            ...variant,
            ...(inventoryQuantity !== undefined && { inventoryQuantity }),
            ...(isOversold !== undefined && { isOversold }),
            ...(isTracked !== undefined && { isTracked }),
          });
        }
      });
      if (!isDeleted) {
        platform.webhooks.announce(store, 'products/update', {
          id: productId,
          admin_graphql_api_id: globalId('Product', productId),
          title: change.title ?? product.title,
          status: (change.status ?? product.status).toLowerCase(),
        });
      }
      return { changed: true };
    },
  ),
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

/** Actions for the admin's pages, by the path below `/internal/stores/{handle}`. */
export const adminActions: Readonly<Record<string, StoreAction>> = {
  ...common,
  launch: action(
    z.object({ path: z.string().default('/'), search: z.string().default('') }),
    async (platform, store, screen) => ({
      url: await launchUrl({
        store,
        app: platform.appOf(store),
        now: platform.machineClock.now(),
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
    // Doesn't wait for the webhook, so that the merchant can go on at once.
    void platform.webhooks.send(store, 'app/scopes_update');
    return { scope: store.shop.grantedScopes.join(',') };
  }),
  'authorization-code': action(nothing, (platform, store) =>
    grantedCode(store, platform.appOf(store), platform.machineClock.now()),
  ),
};

/** The id of the store's order that became this ShipStation order; null if the store doesn't have it. */
function soldOrderOf(store: Store, { orderKey, orderNumber }: KeptOrder): number | null {
  const id = Number(/^shopify-(\d+)/.exec(orderKey)?.[1]);
  const sold = store.tables.orders.get(id);
  return sold !== undefined && orderNumber === `#${sold.number}` ? id : null;
}

/** Queries for the admin's pages, by the path below `/internal/stores/{handle}`. */
export const adminQuestions: Readonly<Record<string, StoreAction>> = {
  app: action(nothing, (platform, store) => {
    const { name, handle, apiKey, url } = platform.appOf(store);
    return { name, handle, apiKey, appUrl: url, installed: store.shop.installed };
  }),
  'session-token': sessionToken,
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
