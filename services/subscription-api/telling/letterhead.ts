import type { Vendor } from '#contract/vendor.ts';
import type { Message } from '../mail/mail.ts';
import type { ShopContext } from '../shop-context.ts';
import { bidiIsolate } from './bidi-isolate.ts';
import type { EmailFacts } from './email.ts';

type Letterhead = Pick<Message, 'from' | 'replyTo'> & {
  facts: Pick<EmailFacts, 'shopName' | 'url' | 'buttonColor' | 'logoUrl' | 'takesReplies'>;
};

/** The parts that all of a vendor's emails to customers share: the sender, the logo and the button. */
export function letterheadOf(
  { shop, senderDomain }: Pick<ShopContext, 'shop' | 'senderDomain'>,
  vendor: Vendor,
  shopName: string,
): Letterhead {
  const sender = vendor.useNoReply ? 'no-reply' : 'yesreply';
  const replyTo = vendor.useNoReply ? null : vendor.replyToEmail;
  return {
    from: { name: shopName, address: `${sender}@${senderDomain}` },
    replyTo,
    facts: {
      shopName: bidiIsolate(shopName),
      // The platform shows customers their orders there.
      url: `https://${shop}/account`,
      buttonColor: vendor.settings.buttonColor,
      logoUrl: vendor.img_url,
      takesReplies: replyTo !== null,
    },
  };
}
