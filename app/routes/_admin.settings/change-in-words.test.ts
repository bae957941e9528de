import { expect, it } from 'vitest';
import { changeInWords } from './change-in-words.ts';

it.each([
  ['settings.isVendorSyncDisabled', false, true, 'Order Sync', 'from on to off'],
  ['settings.isWidgetEnabled', false, true, 'Widget', 'from off to on'],
  ['replyToEmail', null, 'a@example.com', 'Reply-to email', 'from none to a@example.com'],
  ['useNoReply', false, true, 'Sender', 'from yesreply to no-reply'],
  ['daysBeforeReminder', 3, 5, 'Days before reminder', 'from 3 to 5'],
  ['settings.img_url', 'https://a/b.png', null, 'Logo', 'from a picture to none'],
  ['shopifyManifest.faqPageId', null, 'gid://shopify/Page/1', 'FAQ page', 'from none to a page'],
  ['integrations.shipstation', 'changed', 'changed', 'Integrations: shipstation', 'changed'],
  ['integrations.shipstation', 'changed', null, 'Integrations: shipstation', 'removed'],
  [
    'notifications.customerOrderArrived.email',
    true,
    false,
    'Shipment delivered: Email',
    'from on to off',
  ],
  [
    'billing.payment.end',
    'skip',
    'cancel',
    'After the last failed payment',
    'from skip the order to cancel the subscription',
  ],
  ['billing.hour', 10, 0, 'Hour of billing', 'from 10 AM to 12 AM'],
  ['billing.stock.retries', 5, 0, 'Retries when out of stock', 'from 5 to 0'],
  ['billing.isOversold', false, true, 'Sell products that are out of stock', 'from off to on'],
  ['notifications.useGifs', false, true, 'GIFs in text messages', 'from off to on'],
])('%s from %j to %j is "%s" %s', (name, from, to, setting, change) => {
  expect(changeInWords({ setting: name, from, to })).toEqual({ setting, change });
});
