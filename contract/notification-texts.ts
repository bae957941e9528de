import { isBeforeCharge, type NoticeName } from './notices.ts';
import type { Channel, NotificationName, Providers } from './notifications.ts';

/** Each notification's title, and when customers are to get it. */
export const notificationTexts: Record<NotificationName, { title: string; trigger: string }> = {
  customerOrderOnTheWay: {
    title: 'Shipping confirmation',
    trigger: 'When an order is fulfilled.',
  },
  customerOrderOutForDelivery: {
    title: 'Out for delivery',
    trigger: 'On the day an order arrives.',
  },
  customerOrderArrived: {
    title: 'Shipment delivered',
    trigger: 'When an order has been delivered.',
  },
  customerProductUpdate: {
    title: 'Product update',
    trigger: 'When a product that a customer subscribes to gets another name.',
  },
  customerProductChanged: {
    title: 'Product changed',
    trigger: 'When you have a subscription bring a different product or size.',
  },
  customerChargeFailed: {
    title: 'Payment failed',
    trigger: 'When a renewal payment fails.',
  },
  order_tracking: {
    title: 'Order tracking',
    trigger: 'When there’s news about a parcel on its way, such as a delay.',
  },
};

/** What a notice is called, also one without a switch. */
export function titleOf(name: NoticeName): string {
  if (!isBeforeCharge(name)) return notificationTexts[name].title;
  return name === 'reminder' ? 'Order reminder' : 'Order by use';
}

export const channelTexts: Record<Channel, string> = {
  email: 'Email',
  text: 'Text message',
  push: 'Push',
};

/** Why nothing can go out by a channel; undefined where something can. */
export function whyNotSent(channel: Channel, providers: Providers): string | undefined {
  if (providers[channel]) return undefined;
  return channel === 'email' ? 'No mail server yet' : 'No provider yet';
}

/** Why a channel that was on goes on being shown as on, though nothing goes out by it. */
export const whyNotSentThoughOn = (why: string): string => `${why}, so nothing goes out`;

/** The API's message for switching on a channel without a provider. */
export const cannotSwitchOn: Record<Channel, string> = {
  email: 'Email can’t be switched on: there is no mail server yet.',
  text: 'Text message can’t be switched on: there is no provider yet.',
  push: 'Push can’t be switched on: there is no provider yet.',
};
