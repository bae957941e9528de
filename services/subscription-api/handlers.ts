import type { Handlers } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import type { ShopContext } from './shop-context.ts';

/**
 * One handler per endpoint of the contract, acting for a shop. Each noun's folder has its own, and assembly.ts combines them. A handler throws a
 * ServiceError for what it refuses.
 */
export type SubscriptionApiHandlers = Handlers<typeof endpoints, ShopContext>;
