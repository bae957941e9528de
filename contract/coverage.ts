import { z } from 'zod';
import { productsCountSchema } from './selling-plan-group.ts';

/** Answer of GET /subscription/coverage: what the shop sells by subscription, for Home. */
export const coverageSchema = z.object({
  /** Selling plans; `AT_LEAST` in a shop with more groups than one call of the platform sees. */
  plansCount: productsCountSchema,
  /** Products that can be subscribed to, each counted once. */
  productsCount: productsCountSchema,
});

export type Coverage = z.infer<typeof coverageSchema>;
