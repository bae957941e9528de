import type { Handlers } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import type { ShopContext } from './shop-context.ts';

/**
 * One handler for each endpoint of the contract, acting for a shop; every noun's folder has its own and assembly.ts puts
 * them together. Each throws a ServiceError for what it refuses.
 */
export type SubscriptionApiHandlers = Handlers<typeof endpoints, ShopContext>;
