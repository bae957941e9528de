import { Hono } from 'hono';
import { html } from 'hono/html';
import { unsubscribePath } from '#contract/endpoints.ts';
import type { SubscriptionApiDependencies } from '../dependencies.ts';
import { shopContextOf } from '../shop-context.ts';
import { setUnsubscribed, unsubscriberOf } from '../telling/unsubscribe.ts';

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
  const named = (token = '') => unsubscriberOf(token, dependencies.encryptionKeys);
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
