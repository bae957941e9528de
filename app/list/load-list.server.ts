import type { z } from 'zod';
import type { ListQuery, PageInfo } from '#contract/pagination.ts';
import { ApiError, UpdateRequiredError } from '../subscription-api/errors.ts';
import { answerBesideFailure, failureOf, orErrorPage } from '../subscription-api/failure.ts';
import type { ListData } from './list-data.ts';
import { type AskedList, type IgnoredPart, readListQuery } from './list-query.ts';

export type Page<Item> = { items: Item[]; pageInfo: PageInfo };

/**
 * Asks for the page that a list's address names. Where the platform doesn't know the page's cursor (any more), for the first
 * page, with `page` among what was ignored.
 * @throws what `ask` throws
 */
export async function askForPage<Query extends ListQuery, Answer>(
  { query, ignored }: AskedList<Query>,
  ask: (query: Query) => Promise<Answer>,
): Promise<{ answer: Answer; ignored: IgnoredPart[] }> {
  try {
    return { answer: await ask(query), ignored };
  } catch (error) {
    if (!isCursorRefused(error)) throw error;
    const answer = await ask({ ...query, after: undefined, before: undefined });
    return { answer, ignored: [...ignored, 'page'] };
  }
}

/**
 * A list's loader: the page that the address names, and the answer's status and headers. A failure gives an empty list with its
 * message (specification §4).
 * @throws Response where the merchant must grant something first
 */
export async function loadList<Schema extends z.ZodType<ListQuery>, Item>(
  request: Request,
  schema: Schema,
  load: (query: z.output<Schema>) => Promise<Page<Item>>,
): Promise<{ list: ListData<Item>; answeredWith: ResponseInit }> {
  const asked = readListQuery(schema, new URL(request.url).searchParams);
  if (asked.searchRefused) {
    return { list: { ...nothing, ignored: asked.ignored, failure: null }, answeredWith: {} };
  }
  try {
    const { answer, ignored } = await askForPage(asked, load);
    return { list: { ...answer, ignored, failure: null }, answeredWith: {} };
  } catch (error) {
    if (error instanceof UpdateRequiredError) return orErrorPage(Promise.reject(error));
    const failure = failureOf(error).failure.message;
    return {
      list: { ...nothing, ignored: asked.ignored, failure },
      answeredWith: answerBesideFailure(error),
    };
  }
}

const nothing = {
  items: [],
  pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
};

function isCursorRefused(error: unknown): boolean {
  return (
    error instanceof ApiError && ('after' in error.fieldErrors || 'before' in error.fieldErrors)
  );
}
