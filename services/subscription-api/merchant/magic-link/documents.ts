import { z } from 'zod';
import { operation } from '../../platform/admin-graphql.ts';

/** What the merchant calls the shop. Names the scopes of what the portal shows, which can ask nobody for them. */
export const shopName = operation<Record<string, never>>('read_orders', 'read_customers')(
  'query ShopName { shop { name } }',
  z.object({ shop: z.object({ name: z.string() }) }),
);
