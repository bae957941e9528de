import type { SubscriptionApiHandlers } from '../../handlers.ts';
import { listPreviewProducts } from './preview.ts';
import { findProducts } from './store.ts';

export const productHandlers = {
  listProducts: async ({ database, shop }) => ({ products: await findProducts(database, shop) }),
  listPreviewProducts: (context) => listPreviewProducts(context),
} satisfies Partial<SubscriptionApiHandlers>;
