import type { NoticeName } from '#contract/notices.ts';
import type { Vendor } from '#contract/vendor.ts';
import type { Message } from '../mail/mail.ts';
import type { ShopContext } from '../shop-context.ts';
import { bidiIsolate } from './bidi-isolate.ts';
import type { EmailFacts } from './email.ts';
import { type NoticeFacts, wordsOf } from './words.ts';

type Letter = Pick<Message, 'from' | 'replyTo'> & { facts: EmailFacts };

/** What a vendor's customer is told, under the vendor's name, logo, colour and sender. */
export function letterOf(
  { shop, senderDomain }: Pick<ShopContext, 'shop' | 'senderDomain'>,
  vendor: Vendor,
  notice: NoticeName,
  { order: named, ...told }: NoticeFacts,
): Letter {
  const sender = vendor.useNoReply ? 'no-reply' : 'yesreply';
  const replyTo = vendor.useNoReply ? null : vendor.replyToEmail;
  const shopName = bidiIsolate(told.shopName);
  const order = {
    ...named,
    firstName: named.firstName && bidiIsolate(named.firstName),
    items: named.items.map((item) => ({ ...item, title: bidiIsolate(item.title) })),
    otherProduct: bidiIsolate(named.otherProduct),
  };
  return {
    from: { name: told.shopName, address: `${sender}@${senderDomain}` },
    replyTo,
    facts: {
      shopName,
      order,
      words: wordsOf(notice, { ...told, shopName, order }),
      // The platform shows customers their orders there.
      url: `https://${shop}/account`,
      buttonColor: vendor.settings.buttonColor,
      logoUrl: vendor.img_url,
      takesReplies: replyTo !== null,
    },
  };
}
