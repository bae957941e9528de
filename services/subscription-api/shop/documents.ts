import { z } from 'zod';
import { operation } from '../platform/admin-graphql.ts';

/** The currency (ISO 4217) and the time zone (IANA) that a shop goes by, as a part of a query; {@link shopTermsSchema} reads it. */
export const shopTerms = 'shop { currencyCode ianaTimezone }';

export const shopTermsSchema = z.object({ currencyCode: z.string(), ianaTimezone: z.string() });

/** The shop itself, as its customers know it. */
export const getShop = operation<Record<string, never>>()(
  'query Shop { shop { name contactEmail currencyCode ianaTimezone } }',
  z.object({ shop: shopTermsSchema.extend({ name: z.string(), contactEmail: z.string() }) }),
);

/** What the merchant calls the shop. Names the scopes of what the portal shows, which can ask nobody for them. */
export const shopName = operation<Record<string, never>>('read_orders', 'read_customers')(
  'query ShopName { shop { name } }',
  z.object({ shop: z.object({ name: z.string() }) }),
);
