import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { LRUCache } from 'lru-cache';
import { hundredthsOf } from '../graphql/money.ts';
import { contractBody, paymentMethodBody } from '../graphql/subscriptions/webhook-bodies.ts';
import type { Platform } from '../server/platform.ts';
import type { Product } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { cardFields } from './cards.ts';
import { lineFrom, lineItems, readCart, withLine, writeCart } from './cart.ts';
import {
  checkoutFields,
  newBuyer,
  type Placed,
  placeOrder,
  readBuyer,
  refusalOf,
  shipping,
} from './checkout.ts';
import { extensionFolder } from './liquid.ts';
import { marketOf } from './markets.ts';
import { enterCard, mailedMethod } from './new-card.ts';
import type { Visit } from './objects.ts';
import { StorefrontPages } from './page.ts';

const assetTypes: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css' };
const themeFolder = new URL('./theme/', import.meta.url);

/** The stores' storefronts, below /storefront/{handle}: plans and widget as customers see them. */
export function createStorefront(platform: Platform): Hono {
  const site = new Hono();
  site.use(async (context, next) => {
    await next();
    context.res.headers.set('Cache-Control', 'no-store');
    context.res.headers.set(
      'Content-Security-Policy',
      "default-src 'self'; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'",
    );
  });

  function visitOf(context: Context): Visit | null {
    const store = platform.storeByHandle(context.req.param('handle') ?? '');
    if (store === undefined) return null;
    const { country, variant, selling_plan } = context.req.query();
    return {
      store,
      market: marketOf(country ?? getCookie(context, 'country')),
      rootUrl: `/storefront/${store.shop.handle}`,
      variantId: variant,
      sellingPlanId: selling_plan,
    };
  }
  const handle =
    (answer: (context: Context, visit: Visit, pages: StorefrontPages) => Promise<Response>) =>
    async (context: Context) => {
      const visit = visitOf(context);
      if (visit === null) return context.text('There is no such store.', 404);
      const { country } = context.req.query();
      if (country !== undefined) keep(context, visit, 'country', visit.market.country);
      return await answer(context, visit, new StorefrontPages(visit, platform.clock.now()));
    };
  const notFound = async (context: Context, pages: StorefrontPages) =>
    context.html(await pages.message('Page not found', 'There is nothing at this address.'), 404);

  site.get(
    '/:handle',
    handle(async (context, { store }, pages) => {
      const sold = store.tables.products.all().filter(({ status }) => status === 'ACTIVE');
      return context.html(await pages.products(sold));
    }),
  );
  site.get(
    '/:handle/products/:product',
    handle(async (context, { store }, pages) => {
      const product = findProduct(store.tables.products.all(), context.req.param('product'));
      if (product === undefined) return await notFound(context, pages);
      const isSection = context.req.query('section_id') !== undefined;
      return context.html(isSection ? await pages.section(product) : await pages.product(product));
    }),
  );
  site.get(
    '/:handle/pages/:page',
    handle(async (context, { store }, pages) => {
      const page = store.tables.pages
        .all()
        .find((one) => one.handle === context.req.param('page') && one.isPublished);
      if (page === undefined) return await notFound(context, pages);
      return context.html(await pages.page(page));
    }),
  );
  site.get(
    '/:handle/cart',
    handle(async (context, visit, pages) => {
      const lines = lineItems(visit, readCart(getCookie(context, 'cart')));
      const total = lines.reduce((sum, { final_line_price }) => sum + final_line_price, 0);
      return context.html(await pages.cart(lines, total));
    }),
  );
  site.post(
    '/:handle/cart/add',
    handle(async (context, visit, pages) => {
      const line = lineFrom(visit, fieldsOf(await context.req.parseBody()));
      if ('refused' in line) {
        return context.html(await pages.message('Cart error', line.refused), 422);
      }
      const cart = withLine(readCart(getCookie(context, 'cart')), line);
      keep(context, visit, 'cart', writeCart(cart));
      return context.redirect(`${visit.rootUrl}/cart`, 303);
    }),
  );
  site.post(
    '/:handle/cart/clear',
    handle(async (context, visit) => {
      keep(context, visit, 'cart', '');
      return context.redirect(`${visit.rootUrl}/cart`, 303);
    }),
  );
  /** Orders by the key of their form, so that a form sent twice buys only once. */
  const placedOrders = new LRUCache<string, number>({ max: 1_000 });
  /** The cart in the store's own currency, which orders use. */
  const ownCart = (context: Context, visit: Visit) => {
    const own = { ...visit, market: marketOf(undefined) };
    const lines = lineItems(own, readCart(getCookie(context, 'cart')));
    const sum = lines.reduce((total, { final_line_price }) => total + final_line_price, 0);
    const pages = new StorefrontPages(own, platform.clock.now());
    return { lines, total: sum + hundredthsOf(shipping.price), pages };
  };
  site.get(
    '/:handle/checkout',
    handle(async (context, visit) => {
      const { lines, total, pages } = ownCart(context, visit);
      if (lines.length === 0) return context.redirect(`${visit.rootUrl}/cart`, 303);
      const fields = checkoutFields(newBuyer(visit.store));
      return context.html(await pages.checkout(lines, total, { ...fields, key: randomUUID() }));
    }),
  );
  site.post(
    '/:handle/checkout',
    handle(async (context, visit) => {
      const { store, rootUrl } = visit;
      const typed = fieldsOf(await context.req.parseBody());
      const { key = randomUUID() } = typed;
      const thankYou = (orderId: number) => context.redirect(`${rootUrl}/orders/${orderId}`, 303);
      const known = placedOrders.get(key);
      if (known !== undefined) return thankYou(known);
      const { lines, total, pages } = ownCart(context, visit);
      if (lines.length === 0) return context.redirect(`${rootUrl}/cart`, 303);
      const read = readBuyer(typed);
      const refusal = refusalOf(store, lines);
      if (refusal !== null || 'errors' in read) {
        const errors = 'errors' in read ? read.errors : {};
        const scope = { ...checkoutFields(typed, errors), key, refusal };
        return context.html(await pages.checkout(lines, total, scope), 422);
      }
      const placed = placeOrder(store, lines, read.buyer, platform.clock.now());
      placedOrders.set(key, placed.order.id);
      keep(context, visit, 'cart', '');
      announce(placed, platform, store);
      return thankYou(placed.order.id);
    }),
  );
  site.get(
    '/:handle/orders/:order',
    handle(async (context, { store }, pages) => {
      const order = store.tables.orders.get(Number(context.req.param('order')));
      if (order === undefined) return await notFound(context, pages);
      const contracts = store.contractsByCustomer
        .get(order.customerId)
        .filter(({ originOrderId }) => originOrderId === order.id);
      return context.html(await pages.thankYou(order, contracts));
    }),
  );
  site.get(
    '/:handle/payment-methods/:method/:key',
    handle(async (context, { store }, pages) => {
      const method = mailedMethod(store, context.req.param());
      if (method === undefined) return context.html(await pages.strangeLink(), 404);
      return context.html(await pages.newCard(method, cardFields()));
    }),
  );
  site.post(
    '/:handle/payment-methods/:method/:key',
    handle(async (context, { store, rootUrl }, pages) => {
      const typed = fieldsOf(await context.req.parseBody());
      const method = mailedMethod(store, context.req.param());
      if (method === undefined) return context.html(await pages.strangeLink(), 404);
      // A form sent twice changes the card only once.
      const errors = method.updateLink?.isUsed ? null : enterCard(platform, store, method, typed);
      if (errors === null)
        return context.redirect(
          `${rootUrl}/payment-methods/${method.id}/${context.req.param('key')}`,
          303,
        );
      return context.html(await pages.newCard(method, cardFields(typed, errors)), 422);
    }),
  );
  site.get(
    '/:handle/assets/:file',
    handle(async (context, _, pages) => {
      const [, name = '', extension = ''] =
        /^([\w-]+)\.(js|css)$/.exec(context.req.param('file') ?? '') ?? [];
      const type = assetTypes[extension];
      const folder = name.startsWith('theme')
        ? themeFolder.pathname
        : join(extensionFolder, 'assets');
      const content =
        type && (await readFile(join(folder, `${name}.${extension}`)).catch(() => undefined));
      if (!type || !content) return await notFound(context, pages);
      return context.body(content.toString('utf8'), 200, {
        'Content-Type': `${type}; charset=utf-8`,
      });
    }),
  );
  return site;
}

function announce({ contracts, method }: Placed, { webhooks }: Platform, store: Store): void {
  if (method)
    webhooks.announce(store, 'customer_payment_methods/create', paymentMethodBody(method));
  for (const contract of contracts) {
    webhooks.announce(store, 'subscription_contracts/create', contractBody(contract));
  }
}

function fieldsOf(form: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(form).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function keep(context: Context, { rootUrl }: Visit, name: string, value: string): void {
  setCookie(context, name, value, { path: rootUrl, httpOnly: true, secure: true, sameSite: 'Lax' });
}

function findProduct(products: readonly Product[], handle: string | undefined) {
  return products.find((product) => product.handle === handle && product.status === 'ACTIVE');
}
