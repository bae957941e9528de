import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { z } from 'zod';
import { unsubscribePath } from '#contract/endpoints.ts';
import type { SubscriptionApiDependencies } from '../dependencies.ts';
import { recordInTimeline } from '../recurring/timeline/timeline.ts';
import { type ShopContext, shopContextOf } from '../shop-context.ts';
import {
  subscriptionContractTable as contracts,
  storeCustomerTable as customers,
} from '../store/schema.ts';
import { sealed, unsealed } from './sealed-link.ts';

const namedSchema = z.object({ shop: z.string(), id: z.string() });

const purpose = 'unsubscribe';

/** The link in a customer's emails by which they unsubscribe, also with one click (RFC 8058). It names them, and opens nothing else. */
export function unsubscribeUrlOf(
  { shop, appUrl, encryptionKeys }: Pick<ShopContext, 'shop' | 'appUrl' | 'encryptionKeys'>,
  customerId: string,
): string {
  const url = new URL(unsubscribePath, appUrl);
  url.searchParams.set('token', sealed({ shop, id: customerId }, encryptionKeys, purpose));
  return url.href;
}

/** Keeps whether a customer wants emails that are no duty, and tells it in their subscriptions' timelines. False for a customer who is gone. */
export async function setUnsubscribed(
  context: ShopContext,
  customerId: string,
  isUnsubscribed: boolean,
): Promise<boolean> {
  const { shop, now } = context;
  const isCustomer = and(eq(customers.shop, shop), eq(customers.id, customerId));
  return await context.database.transaction(async (database) => {
    const isOther = isUnsubscribed
      ? isNull(customers.unsubscribedAt)
      : isNotNull(customers.unsubscribedAt);
    const changed = await database
      .update(customers)
      .set({ unsubscribedAt: isUnsubscribed ? now() : null })
      .where(and(isCustomer, isOther))
      .returning({ id: customers.id });
    if (changed.length === 0) return (await database.$count(customers, isCustomer)) > 0;
    const theirs = await database
      .select({ id: contracts.id })
      .from(contracts)
      .where(and(eq(contracts.shop, shop), eq(contracts.customerId, customerId)));
    for (const { id } of theirs) {
      await recordInTimeline(
        { ...context, database },
        {
          contract: id,
          kind: isUnsubscribed ? 'unsubscribed' : 'subscribed again',
          by: { who: 'customer' },
        },
      );
    }
    return true;
  });
}

const securityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'";

function pageOf(title: string, text: string, form?: { button: string; again: boolean }) {
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title></head>
<body style="margin:0;background:#f3f3f3;color:#1a1a1a;font:16px/1.5 Arial,sans-serif">
<main style="max-width:480px;margin:0 auto;padding:48px 24px">
<h1 style="font-size:24px;line-height:1.25;margin:0 0 16px">${title}</h1>
<p style="margin:0 0 24px">${text}</p>
${
  form === undefined
    ? ''
    : html`<form method="post"><button name="wanted" value="${form.again ? 'again' : 'no more'}" style="padding:12px 20px;border:0;border-radius:6px;background:#1a1a1a;color:#ffffff;font:inherit;cursor:pointer">${form.button}</button></form>`
}
</main>
</body>
</html>`;
}

const duties = 'You’ll still hear of payments and of orders that are about to be charged.';

/**
 * `GET /unsubscribe?token=…` shows a page that asks, since programs open links too; `POST` unsubscribes, as mail programs do by themselves (RFC 8058),
 * or subscribes again where the page's form asks for that.
 */
export function unsubscribeRoutes(dependencies: SubscriptionApiDependencies): Hono {
  const routes = new Hono();
  const named = (token = '') => unsealed(token, dependencies.encryptionKeys, purpose, namedSchema);
  const gone = () =>
    pageOf('This link doesn’t work any more', 'Please use the one in your latest email.');
  routes.use(unsubscribePath, async (context, next) => {
    await next();
    context.header('Content-Security-Policy', securityPolicy);
  });
  routes.get(unsubscribePath, (context) => {
    if (named(context.req.query('token')) === null) return context.html(gone(), 404);
    const text = `You won’t get emails about your parcels and products any more. ${duties}`;
    return context.html(pageOf('Unsubscribe?', text, { button: 'Unsubscribe', again: false }));
  });
  routes.post(unsubscribePath, async (context) => {
    const customer = named(context.req.query('token'));
    if (customer === null) return context.html(gone(), 404);
    const { wanted } = await context.req.parseBody();
    const isAgain = wanted === 'again';
    const shop = shopContextOf(dependencies, customer.shop);
    if (!(await setUnsubscribed(shop, customer.id, !isAgain))) return context.html(gone(), 404);
    return context.html(
      isAgain
        ? pageOf('You’re subscribed again', 'You’ll get emails about your parcels and products.')
        : pageOf('You’re unsubscribed', duties, { button: 'Subscribe again', again: true }),
    );
  });
  return routes;
}
