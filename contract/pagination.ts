import { z } from 'zod';

/** The platform's cursors, as it gives them; null where a page is empty. */
export const pageInfoSchema = z.object({
  hasNextPage: z.boolean(),
  hasPreviousPage: z.boolean(),
  startCursor: z.string().nullable(),
  endCursor: z.string().nullable(),
});

export type PageInfo = z.infer<typeof pageInfoSchema>;

export const defaultPageSize = 50;
export const maximumPageSize = 250;

/**
 * What a list is asked for, in the query string of the API and of the screen's address alike.
 * `after` and `before` are cursors; `query` is what the merchant typed, at most 255 characters.
 */
export const listQuerySchema = z.object({
  first: z.coerce.number().int().min(1).max(maximumPageSize).optional(),
  after: z.string().min(1).optional(),
  before: z.string().min(1).optional(),
  query: z.string().trim().max(255).optional(),
  reverse: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional(),
});

export type ListQuery = z.infer<typeof listQuerySchema>;
