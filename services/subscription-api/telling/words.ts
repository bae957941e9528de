import type { EndRule } from '#contract/billing-rules.ts';
import type { NoticeName } from '#contract/notices.ts';
import type { SampleOrder } from './sample-order.ts';

/** A notification's texts, without markup. */
export type Words = {
  subject: string;
  heading: string;
  paragraph: string;
  /** False if the notification isn't about the order's items. */
  listsItems: boolean;
  button: string;
  /** For text messages and push, after the store's name. */
  short: string;
};

/** `day` is that of the order, in words; for an order by use with its time. */
export type NoticeFacts = {
  shopName: string;
  order: SampleOrder;
  day?: string | undefined;
  /** Until when the order can be changed, as a sentence. */
  change?: string;
  /** The last step for an order whose payment failed; without it, the payment is tried again. */
  endedBy?: EndRule;
};

/** What has become of a subscription whose payment failed, and what its customer can do about it. */
const afterFailure = (endedBy: EndRule | undefined, shopName: string): string => {
  const update = 'Please update your payment details';
  switch (endedBy) {
    case undefined:
      return `for your subscription. ${update} so that your order can ship.`;
    case 'skip':
      return `for your subscription, so this order isn’t sent. ${update} so that your next order can ship.`;
    case 'pause':
      return `for your subscription, so it is paused. ${update}, and tell ${shopName} when you want to go on.`;
    case 'cancel':
      return `for your subscription, so it has ended. If you want to go on, subscribe again or contact ${shopName}.`;
  }
};

/** Of an order without a cut-off. */
export const changeBefore =
  'If something should be different, see your subscription before that day.';

const shortAfterFailure = {
  none: '. Please update your payment details.',
  skip: ', so this order isn’t sent. Please update your payment details.',
  pause: ', so your subscription is paused.',
  cancel: ', so your subscription has ended.',
};

const words: Record<NoticeName, (facts: NoticeFacts) => Words> = {
  customerOrderOnTheWay: ({ shopName, order: { name } }) => ({
    subject: `Your order ${name} is on its way`,
    heading: 'On its way to you',
    paragraph: `${shopName} has handed your order ${name} to the carrier.`,
    listsItems: true,
    button: 'Track your order',
    short: `Your order ${name} is on its way.`,
  }),
  customerOrderOutForDelivery: ({ order: { name } }) => ({
    subject: `Your order ${name} arrives today`,
    heading: 'Out for delivery',
    paragraph: `Your order ${name} is out for delivery and should arrive today.`,
    listsItems: true,
    button: 'Track your order',
    short: `Your order ${name} arrives today.`,
  }),
  customerOrderArrived: ({ order: { name } }) => ({
    subject: `Your order ${name} has arrived`,
    heading: 'It has arrived',
    paragraph: `The carrier has delivered your order ${name}. Enjoy it!`,
    listsItems: true,
    button: 'See your order',
    short: `Your order ${name} has arrived. Enjoy it!`,
  }),
  customerProductUpdate: ({ shopName, order: { items } }) => ({
    subject: `${items[0]?.title} has changed`,
    heading: 'News about your subscription',
    paragraph: `${shopName} has changed ${items[0]?.title}, which you subscribe to. You’ll get the new version with your next order.`,
    listsItems: false,
    button: 'See your subscription',
    short: `${items[0]?.title}, which you subscribe to, has changed.`,
  }),
  customerProductChanged: ({ order: { items, otherProduct } }) => ({
    subject: `Your next order brings ${otherProduct}`,
    heading: 'Something different next time',
    paragraph: `Your next order brings ${otherProduct} instead of ${items[0]?.title}.`,
    listsItems: false,
    button: 'See your subscription',
    short: `Your next order brings ${otherProduct} instead of ${items[0]?.title}.`,
  }),
  customerChargeFailed: ({ shopName, order: { total }, endedBy }) => ({
    subject: `Your payment${total && ` of ${total}`} didn’t go through`,
    heading: 'Your payment didn’t go through',
    paragraph: `${shopName} couldn’t charge ${total || 'you'} ${afterFailure(endedBy, shopName)}`,
    listsItems: true,
    button: endedBy === 'cancel' ? 'See your account' : 'Update payment details',
    short: `Your payment${total && ` of ${total}`} didn’t go through${shortAfterFailure[endedBy ?? 'none']}`,
  }),
  reminder: ({ shopName, order: { total }, day = 'soon', change = changeBefore }) => ({
    subject: `Your next order from ${shopName}: ${day}`,
    heading: 'Your next order is coming up',
    paragraph: `On ${day}, ${shopName} charges ${total || 'you'} for your subscription. ${change}`,
    listsItems: true,
    button: 'See your subscription',
    short: `Your next order is on ${day}${total && `, for ${total}`}.`,
  }),
  orderByUse: ({ shopName, order: { total }, day = 'soon' }) => ({
    subject: `Your next order from ${shopName}: ${day}`,
    heading: 'You are running low',
    paragraph: `So ${shopName} charges ${total || 'you'} on ${day} and sends your next order. If that is too early, you can put it off until then.`,
    listsItems: true,
    button: 'Put it off',
    short: `Your next order is charged on ${day}${total && `, for ${total}`}.`,
  }),
  order_tracking: ({ order: { name } }) => ({
    subject: `News about your order ${name}`,
    heading: 'News about your parcel',
    paragraph: `See where your order ${name} is, and when it should arrive.`,
    listsItems: true,
    button: 'Track your order',
    short: `There’s news about your order ${name}.`,
  }),
};

/** The sum of an order that the platform hasn't made yet, and so hasn't taxed. */
export const beforeTax = (sum: string): string => `${sum} before tax`;

/** A notification's texts about an order. */
export function wordsOf(name: NoticeName, facts: NoticeFacts): Words {
  return words[name](facts);
}
