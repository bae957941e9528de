import type { ActionFunctionArgs } from '@remix-run/node';
import { html } from 'hono/html';
import { unsubscribeSchema } from '#contract/unsubscribe.ts';
import { failureForCustomer, isNotFound } from '../subscription-api/failure.ts';
import { customerClient } from '../subscription-api/outside-clients.server.ts';

const securityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'";

type Page = { title: string; text: string; button?: string; isUnsubscribed?: boolean };

/** Without React: mail programs post here too, from wherever they are, and a document of Remix takes no form of another site. */
async function answer(page: Page, init: ResponseInit = {}): Promise<Response> {
  const { title, text, button, isUnsubscribed = true } = page;
  const document = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title></head>
<body style="margin:0;background:#f3f3f3;color:#1a1a1a;font:16px/1.5 Arial,sans-serif">
<main style="max-width:480px;margin:0 auto;padding:48px 24px">
<h1 style="font-size:24px;line-height:1.25;margin:0 0 16px">${title}</h1>
<p style="margin:0 0 24px">${text}</p>
${
  button === undefined
    ? ''
    : html`<form method="post"><button name="wanted" value="${isUnsubscribed ? 'no more' : 'again'}" style="padding:12px 20px;border:0;border-radius:6px;background:#1a1a1a;color:#ffffff;font:inherit;cursor:pointer">${button}</button></form>`
}
</main>
</body>
</html>`;
  const headers = new Headers(init.headers);
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Content-Security-Policy', securityPolicy);
  return new Response(String(await document), { ...init, headers });
}

const duties = 'You’ll still hear of payments and of orders that are about to be charged.';

/** The page that asks a customer whether they want fewer emails. Opening it changes nothing, since programs open links too. */
export async function loader() {
  const text = `You won’t get emails about your parcels and products any more. ${duties}`;
  return await answer({ title: 'Unsubscribe?', text, button: 'Unsubscribe' });
}

/** POST unsubscribes, by that page or by a mail program's own button (RFC 8058), or subscribes again. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await request.formData().catch(() => new FormData());
  const isUnsubscribed = form.get('wanted') !== 'again';
  const token = new URL(request.url).searchParams.get('token');
  const body = unsubscribeSchema.safeParse({ token, isUnsubscribed });
  const gone = {
    title: 'This link doesn’t work any more',
    text: 'Please use the one in your latest email.',
  };
  if (!body.success) return await answer(gone, { status: 404 });
  try {
    await customerClient.unsubscribe({ body: body.data });
  } catch (error) {
    if (isNotFound(error)) return await answer(gone, { status: 404 });
    const { message: text, ...init } = failureForCustomer(error);
    const failed = { title: 'Something went wrong', text, button: 'Try again', isUnsubscribed };
    return await answer(failed, init);
  }
  return await answer(
    isUnsubscribed
      ? {
          title: 'You’re unsubscribed',
          text: duties,
          button: 'Subscribe again',
          isUnsubscribed: false,
        }
      : {
          title: 'You’re subscribed again',
          text: 'You’ll get emails about your parcels and products.',
        },
  );
}
