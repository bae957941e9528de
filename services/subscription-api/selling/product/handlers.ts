import type { SubscriptionApiHandlers } from '../../handlers.ts';
import { listPreviewProducts } from './preview.ts';

export const productHandlers = {
  listPreviewProducts: (context) => listPreviewProducts(context),
} satisfies Partial<SubscriptionApiHandlers>;
