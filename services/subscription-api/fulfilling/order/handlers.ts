import type { SubscriptionApiHandlers } from '../../handlers.ts';
import { listOrders } from './list.ts';
import { getSubscriber, listSubscribers } from './subscribers.ts';

export const orderHandlers = {
  listOrders: (context, { query }) => listOrders(context, query),
  listSubscribers: (context, { query }) => listSubscribers(context, query),
  getSubscriber: (context, { id }) => getSubscriber(context, id),
} satisfies Partial<SubscriptionApiHandlers>;
