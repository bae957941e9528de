import type { Channel, NotificationName } from './notifications.ts';

/** Each notification's title, and when customers are to get it. */
export const notificationTexts: Record<NotificationName, { title: string; trigger: string }> = {
  customerOrderOnTheWay: {
    title: 'Shipping confirmation',
    trigger: 'When the carrier picks up an order.',
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
    trigger: 'When you change a product a customer subscribes to, such as its size or price.',
  },
  customerProductChanged: {
    title: 'Product changed',
    trigger: 'When the next order brings a different product, for example in a rotation.',
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

export const channelTexts: Record<Channel, string> = {
  email: 'Email',
  text: 'Text message',
  push: 'Push',
};

/** Why nothing can go out by a channel; undefined where something can. */
export function whyNotSent(channel: Channel, canSendEmail: boolean): string | undefined {
  if (channel !== 'email') return 'No provider yet';
  return canSendEmail ? undefined : 'No mail server yet';
}
