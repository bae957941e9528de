import type { Channel, NotificationName } from '#contract/notifications.ts';

/** What each notification is called, and when a customer gets it. */
export const notificationTexts: Record<NotificationName, { title: string; trigger: string }> = {
  customerOrderOnTheWay: {
    title: 'Shipping confirmation',
    trigger: 'When an order was handed to the carrier.',
  },
  customerOrderOutForDelivery: {
    title: 'Out for delivery',
    trigger: 'On the day on which the carrier brings an order to the customer.',
  },
  customerOrderArrived: {
    title: 'Shipment delivered',
    trigger: 'When the carrier has delivered an order.',
  },
  customerProductUpdate: {
    title: 'Product update',
    trigger:
      'When you change a product that the customer subscribes to, such as its size or price.',
  },
  customerProductChanged: {
    title: 'Product changed',
    trigger: 'When the next order brings another product, as a rotation does.',
  },
  customerChargeFailed: {
    title: 'Payment failed',
    trigger: 'When the payment of a renewal did not go through.',
  },
  order_tracking: {
    title: 'Order tracking',
    trigger: 'When the carrier has news of a parcel on its way, such as a delay.',
  },
};

export const channelTexts: Record<Channel, string> = {
  email: 'Email',
  text: 'Text message',
  push: 'Push',
};
