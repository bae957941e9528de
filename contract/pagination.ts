import { z } from 'zod';
import { maximumPageSize, maximumSearchLength, searchTooLong } from './limits.ts';

export { defaultPageSize, maximumSearchLength, searchTooLong } from './limits.ts';

/**
 * The platform's cursors, as it gives them; null where a page is empty. `searchGoesOn` is true on a page that is not full
 * because only a part of a long list was looked through: there may be more matches, which the next page looks for.
 */
export const pageInfoSchema = z.object({
  hasNextPage: z.boolean(),
  hasPreviousPage: z.boolean(),
  startCursor: z.string().nullable(),
  endCursor: z.string().nullable(),
  searchGoesOn: z.boolean().optional(),
});

export type PageInfo = z.infer<typeof pageInfoSchema>;

/** The fields that every page of a list has beside its items. */
export const pageSchema = z.object({ pageInfo: pageInfoSchema });

/** The page of an empty list. */
export const emptyPageInfo: PageInfo = {
  hasNextPage: false,
  hasPreviousPage: false,
  startCursor: null,
  endCursor: null,
};

/**
 * A list's parameters, the same in the API's query string and in the screen's address.
 * `after` and `before` are cursors; `query` is what the merchant typed.
 */
export const listQuerySchema = z.object({
  first: z.coerce.number().int().min(1).max(maximumPageSize).optional(),
  after: z.string().min(1).optional(),
  before: z.string().min(1).optional(),
  query: z.string().trim().max(maximumSearchLength, searchTooLong).optional(),
  reverse: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional(),
});

export type ListQuery = z.infer<typeof listQuerySchema>;
