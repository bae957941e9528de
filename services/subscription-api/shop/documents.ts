import { z } from 'zod';
import { operation } from '../platform/admin-graphql.ts';

/** The clock that the store goes by. */
export const storeTimeZone = operation<Record<string, never>>()(
  'query StoreTimeZone { shop { ianaTimezone } }',
  z.object({ shop: z.object({ ianaTimezone: z.string() }) }),
);
