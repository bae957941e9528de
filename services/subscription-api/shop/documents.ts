import { z } from 'zod';
import { operation } from '../platform/admin-graphql.ts';

/** A part of a query for the shop's currency (ISO 4217) and time zone (IANA); {@link shopTermsSchema} reads it. */
export const shopTerms = 'shop { currencyCode ianaTimezone }';

export const shopTermsSchema = z.object({ currencyCode: z.string(), ianaTimezone: z.string() });

export const getShop = operation<Record<string, never>>()(
  'query Shop { shop { name contactEmail currencyCode ianaTimezone } }',
  z.object({ shop: shopTermsSchema.extend({ name: z.string(), contactEmail: z.string() }) }),
);

/** The shop's name. Demands the scopes that the portal needs, because nobody can grant them from within the portal. */
export const shopName = operation<Record<string, never>>('read_orders', 'read_customers')(
  'query ShopName { shop { name } }',
  z.object({ shop: z.object({ name: z.string() }) }),
);
