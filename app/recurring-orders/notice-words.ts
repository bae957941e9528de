import type { NoticeChannel, NoticeName, UnsentReason } from '#contract/notices.ts';
import { titleOf } from '#contract/notification-texts.ts';

const unsentWords: Record<UnsentReason, string> = {
  'switched off': 'You switched it off.',
  'store closed': 'Your store didn’t bill or wasn’t open in Cadence.',
  'subscription over': 'The subscription was no longer active.',
  'order changed': 'The order was changed, skipped or charged before.',
  overtaken: 'The parcel was further along by then.',
  'sent by fulfillment': 'Your fulfillment sends it.',
  'too late': 'It couldn’t be sent in time.',
  'asked by Shopify': 'Shopify asked your customer for another payment method.',
  'no address': 'Your customer has no email address.',
  'address refused': 'The mail server refuses your customer’s email address.',
  'answer lost':
    'The provider’s answer got lost, so your customer may have it. It isn’t sent twice.',
  unsubscribed: 'Your customer has unsubscribed.',
  'no phone': 'Your customer has no phone number.',
  'number refused': 'The provider of text messages refuses your customer’s phone number.',
};

/** The notice that a customer got, or why there was none. */
export function noticeInWords(
  notice: NoticeName,
  unsent: UnsentReason | null,
  channel: NoticeChannel | null,
): string {
  const title = titleOf(notice);
  if (unsent === null) {
    return `“${title}” was ${channel === 'text' ? 'texted' : 'emailed'} to your customer.`;
  }
  return `“${title}” wasn’t sent${channel === 'text' ? ' as a text message' : ''}. ${unsentWords[unsent]}`;
}
