import { html } from 'hono/html';
import { textColorOn } from '#contract/color.ts';
import { defaultButtonColor } from '#contract/vendor.ts';
import type { SampleOrder } from './sample-order.ts';
import type { Words } from './words.ts';

export type EmailFacts = {
  shopName: string;
  order: SampleOrder;
  words: Words;
  /** The button's link. */
  url: string;
  buttonColor: string;
  /** The vendor's logo; without one, the email shows the shop's name. */
  logoUrl: string | null;
  /** Whether replies reach the vendor. */
  takesReplies: boolean;
  /** Undefined where the email is a duty. */
  unsubscribeUrl?: string | undefined;
};

function isWebPicture(url: string | null): url is string {
  return url !== null && URL.parse(url)?.protocol === 'https:';
}

function footerOf({ shopName, takesReplies }: EmailFacts): string {
  return takesReplies
    ? `Questions? Just reply to this email.`
    : `Replies to this email aren’t read. Questions? Contact ${shopName} through its store.`;
}

const greeting = ({ firstName }: SampleOrder) => (firstName ? `Hello ${firstName},` : 'Hello,');

/** The email as a whole HTML document, escaped and without scripts. */
export async function emailHtml(facts: EmailFacts): Promise<string> {
  const { shopName, order, words, url, logoUrl } = facts;
  const color = /^#[\da-f]{6}$/i.test(facts.buttonColor) ? facts.buttonColor : defaultButtonColor;
  const cell = 'padding:8px 0;border-bottom:1px solid #e3e3e3';
  const head = isWebPicture(logoUrl)
    ? html`<img src="${logoUrl}" alt="${shopName}" style="display:block;max-height:56px;max-width:220px">`
    : html`<strong style="font-size:20px">${shopName}</strong>`;
  const items = words.listsItems
    ? html`<table width="100%" style="table-layout:fixed;border-collapse:collapse;margin:0 0 24px">
<tr><th scope="col" style="${cell};text-align:left">Item</th><th scope="col" width="90" style="${cell};text-align:right">Quantity</th></tr>
${order.items.map(
  ({ title, quantity }) =>
    html`<tr><td style="${cell}">${title}</td><td style="${cell};text-align:right">${quantity}</td></tr>`,
)}
${
  order.total &&
  html`<tr><td style="padding:8px 0"><strong>Total</strong></td><td style="padding:8px 0;text-align:right"><strong>${order.total}</strong></td></tr>`
}
</table>`
    : '';
  const document = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${words.subject}</title></head>
<body style="margin:0;overflow-wrap:anywhere;background:#f3f3f3;color:#1a1a1a;font:16px/1.5 Arial,sans-serif">
<main style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff">
<div style="margin:0 0 24px">${head}</div>
<h1 style="font-size:24px;line-height:1.25;margin:0 0 16px">${words.heading}</h1>
<p style="margin:0 0 16px">${greeting(order)}</p>
<p style="margin:0 0 24px">${words.paragraph}</p>
${items}
<p style="margin:0 0 24px"><a href="${url}" style="display:inline-block;padding:12px 20px;border-radius:6px;text-decoration:none;background:${color};color:${textColorOn(color)}">${words.button}</a></p>
<p style="margin:0;color:#5c5c5c;font-size:14px">${footerOf(facts)}${
    facts.unsubscribeUrl === undefined
      ? ''
      : html` <a href="${facts.unsubscribeUrl}" style="color:#5c5c5c">Unsubscribe from emails about parcels and products</a>`
  }</p>
</main>
</body>
</html>`;
  return String(await document);
}

/** The same as a text message. */
export function textOf({ shopName, words, url }: EmailFacts): string {
  return `${shopName}: ${words.short} ${url}`;
}

/** The email as plain text. */
export function emailText(facts: EmailFacts): string {
  const { order, words, url } = facts;
  const items = order.items.map(({ title, quantity }) => `${quantity} × ${title}`);
  const total = order.total ? [`Total: ${order.total}`] : [];
  return [
    greeting(order),
    words.paragraph,
    ...(words.listsItems ? [[...items, ...total].join('\n')] : []),
    `${words.button}: ${url}`,
    footerOf(facts),
    ...(facts.unsubscribeUrl === undefined
      ? []
      : [`Unsubscribe from emails about parcels and products: ${facts.unsubscribeUrl}`]),
  ].join('\n\n');
}
