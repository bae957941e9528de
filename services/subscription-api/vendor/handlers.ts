import type { SubscriptionApiHandlers } from '../handlers.ts';
import { findVendor } from './store.ts';

export const vendorHandlers = {
  getVendor: ({ database, shop }) => findVendor(database, shop),
} satisfies Partial<SubscriptionApiHandlers>;
