import type { NotificationName } from '#contract/notifications.ts';
import type { SampleOrder } from './sample-order.ts';

/** What a notification says, without marks of any kind. */
export type Words = {
  subject: string;
  heading: string;
  paragraph: string;
  /** False where the order's items have nothing to do with it. */
  listsItems: boolean;
  button: string;
  /** Of a text message and of a push, after the store's name. */
  short: string;
  /** What the text message's picture shows. */
  gif: string;
};

type Facts = { shopName: string; order: SampleOrder };

const words: Record<NotificationName, (facts: Facts) => Words> = {
  customerOrderOnTheWay: ({ shopName, order: { name } }) => ({
    subject: `Your order ${name} is on its way`,
    heading: 'On its way to you',
    paragraph: `${shopName} has handed your order ${name} to the carrier.`,
    listsItems: true,
    button: 'Track your order',
    short: `Your order ${name} is on its way.`,
    gif: 'a van that sets off',
  }),
  customerOrderOutForDelivery: ({ order: { name } }) => ({
    subject: `Your order ${name} comes today`,
    heading: 'Out for delivery',
    paragraph: `The carrier is on the way to you with your order ${name}. It should be there today.`,
    listsItems: true,
    button: 'Track your order',
    short: `Your order ${name} comes today.`,
    gif: 'a van that turns into your street',
  }),
  customerOrderArrived: ({ shopName, order: { name } }) => ({
    subject: `Your order ${name} has arrived`,
    heading: 'It has arrived',
    paragraph: `The carrier has delivered your order ${name}. ${shopName} hopes that you enjoy it.`,
    listsItems: true,
    button: 'See your order',
    short: `Your order ${name} has arrived. Enjoy it!`,
    gif: 'a parcel that opens',
  }),
  customerProductUpdate: ({ shopName, order: { items } }) => ({
    subject: `${items[0]?.title} has changed`,
    heading: 'News of your subscription',
    paragraph: `${shopName} has changed ${items[0]?.title}, which you subscribe to. Your next order brings it as it is now.`,
    listsItems: false,
    button: 'See your subscription',
    short: `${items[0]?.title}, which you subscribe to, has changed.`,
    gif: 'a bag with a new label',
  }),
  customerProductChanged: ({ order: { items, otherProduct } }) => ({
    subject: `Your next order brings ${otherProduct}`,
    heading: 'Something else next time',
    paragraph: `Your next order brings ${otherProduct} in place of ${items[0]?.title}.`,
    listsItems: false,
    button: 'See your subscription',
    short: `Your next order brings ${otherProduct} in place of ${items[0]?.title}.`,
    gif: 'two bags that change places',
  }),
  customerChargeFailed: ({ shopName, order: { name, total } }) => ({
    subject: `Your payment for ${name} did not go through`,
    heading: 'Your payment did not go through',
    paragraph: `${shopName} could not take ${total} for your subscription order ${name}. Please check how you pay, so that it can be sent.`,
    listsItems: true,
    button: 'Check how you pay',
    short: `Your payment of ${total} for ${name} did not go through. Please check how you pay.`,
    gif: 'a card that taps in vain',
  }),
  order_tracking: ({ order: { name } }) => ({
    subject: `News of your order ${name}`,
    heading: 'News of your parcel',
    paragraph: `The carrier has news of your order ${name}: see where it is and when it should be there.`,
    listsItems: true,
    button: 'Track your order',
    short: `There is news of your order ${name}.`,
    gif: 'a pin that moves on a map',
  }),
};

/** What a notification says of an order of the store. */
export function wordsOf(name: NotificationName, facts: Facts): Words {
  return words[name](facts);
}
