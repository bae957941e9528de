import { z } from 'zod';

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

/** Of a list in which nothing can be found. */
export const emptyPageInfo: PageInfo = {
  hasNextPage: false,
  hasPreviousPage: false,
  startCursor: null,
  endCursor: null,
};

export const defaultPageSize = 50;
export const maximumPageSize = 250;
export const maximumSearchLength = 255;

/**
 * What a list is asked for, in the query string of the API and of the screen's address alike.
 * `after` and `before` are cursors; `query` is what the merchant typed.
 */
export const listQuerySchema = z.object({
  first: z.coerce.number().int().min(1).max(maximumPageSize).optional(),
  after: z.string().min(1).optional(),
  before: z.string().min(1).optional(),
  query: z
    .string()
    .trim()
    .max(maximumSearchLength, `A search can have at most ${maximumSearchLength} characters`)
    .optional(),
  reverse: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional(),
});

export type ListQuery = z.infer<typeof listQuerySchema>;
