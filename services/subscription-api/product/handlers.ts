import type { SubscriptionApiHandlers } from '../handlers.ts';
import { listProducts } from './list.ts';

export const productHandlers = {
  listProducts: (context) => listProducts(context),
} satisfies Partial<SubscriptionApiHandlers>;
