import { z } from 'zod';
import { operation } from '../platform/admin-graphql.ts';

/** What the merchant calls the shop. */
export const shopName = operation<Record<string, never>>()(
  'query ShopName { shop { name } }',
  z.object({ shop: z.object({ name: z.string() }) }),
);
