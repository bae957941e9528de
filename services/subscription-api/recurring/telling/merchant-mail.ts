import { createHash } from 'node:crypto';
import { html } from 'hono/html';
import { z } from 'zod';
import type { Message } from '../../mail/mail.ts';
import { getShop } from '../../shop/documents.ts';
import { findProposedVendor } from '../../shop/proposed-vendor.ts';
import type { ShopContext } from '../../shop-context.ts';

/** The contents of a mail to the merchant, as plain texts. */
export type MerchantNews = {
  subject: string;
  heading: string;
  paragraphs: string[];
  /** Counts, such as `3 charged`. */
  facts: string[];
  button: { text: string; url: string };
};

/** The merchant's address: the one given at sign-up, else the platform's; null if there is none. */
async function addressOf(context: ShopContext): Promise<string | null> {
  const address = z.email();
  const { email } = await findProposedVendor(context.database, context.shop);
  const typed = address.safeParse(email);
  if (typed.success) return typed.data;
  const { contactEmail } = (await context.graphql(getShop, {})).shop;
  return address.safeParse(contactEmail).data ?? null;
}

const footerOf = (shop: string) =>
  `Cadence sent this because it is installed in ${shop}. Replies to this email aren’t read.`;

function newsText(shop: string, { paragraphs, facts, button }: MerchantNews): string {
  return [
    'Hello,',
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map((fact) => `• ${fact}`).join('\n')] : []),
    `${button.text}: ${button.url}`,
    footerOf(shop),
  ].join('\n\n');
}

async function newsHtml(shop: string, news: MerchantNews): Promise<string> {
  const { subject, heading, paragraphs, facts, button } = news;
  const document = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="margin:0;overflow-wrap:anywhere;background:#f3f3f3;color:#1a1a1a;font:16px/1.5 Arial,sans-serif">
<main style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff">
<h1 style="font-size:24px;line-height:1.25;margin:0 0 16px">${heading}</h1>
<p style="margin:0 0 16px">Hello,</p>
${paragraphs.map((text) => html`<p style="margin:0 0 16px">${text}</p>\n`)}
${facts.length > 0 ? html`<ul style="margin:0 0 24px;padding-left:24px">${facts.map((fact) => html`<li>${fact}</li>`)}</ul>` : ''}
<p style="margin:0 0 24px"><a href="${button.url}" style="display:inline-block;padding:12px 20px;border-radius:6px;text-decoration:none;background:#1a1a1a;color:#ffffff">${button.text}</a></p>
<p style="margin:0;color:#5c5c5c;font-size:14px">${footerOf(shop)}</p>
</main>
</body>
</html>`;
  return String(await document);
}

/**
 * Mails the merchant. `about` names the news within the shop, so that a mailbox recognizes a message that comes twice.
 * @returns false if the installation has no mail server, or the merchant no address
 * @throws the failure of the platform or the mail server; call it again later
 */
export async function mailMerchant(
  context: ShopContext,
  about: string,
  news: MerchantNews,
): Promise<boolean> {
  const { mail, shop, senderDomain, logger } = context;
  if (mail === undefined) return false;
  const to = await addressOf(context);
  if (to === null) {
    logger.warn({ shop }, 'the merchant has no address for mails');
    return false;
  }
  const id = createHash('sha256')
    .update(JSON.stringify([shop, about]))
    .digest('hex');
  const message: Message = {
    from: { name: 'Cadence', address: `no-reply@${senderDomain}` },
    replyTo: null,
    to,
    subject: news.subject,
    html: await newsHtml(shop, news),
    text: newsText(shop, news),
    id: `<${id}@${senderDomain}>`,
  };
  await mail.send(message);
  return true;
}
