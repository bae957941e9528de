import type { LRUCache } from 'lru-cache';
import { z } from 'zod';
import {
  defaultPageSize,
  type ListQuery,
  type PageInfo,
  pageInfoSchema,
} from '#contract/pagination.ts';
import type { Deadline } from '../deadline.ts';
import { QueryTooExpensiveError } from './admin-graphql.ts';

/** A connection's fields in a query that is read in both directions; {@link edgesOf} reads them with its edges. */
export const pageInfoBothWays = 'pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';

export const edgesOf = <Node extends z.ZodType>(node: Node) =>
  z.object({
    edges: z.array(z.object({ cursor: z.string(), node })),
    pageInfo: pageInfoSchema,
  });

/** A connection's edges as Shopify returns them, and whether there are more in that direction. */
export type SourcePage<Node> = {
  edges: ReadonlyArray<{ cursor: string; node: Node }>;
  pageInfo: PageInfo;
};

/** Arguments of a connection: either the first two or the last two. */
export type CursorArguments = {
  first?: number;
  after?: string;
  last?: number;
  before?: string;
};

type CollectedPage<Node> = {
  nodes: Node[];
  pageInfo: PageInfo;
};

/** The caller's deadline, and the affordable page sizes learned so far, by kind of query. */
type Asker = { deadline: Deadline | undefined; caches: { pageSizes: LRUCache<string, number> } };

/** How much one request searches before it answers with what it found. */
const maximumCalls = 20;
const maximumMilliseconds = 5_000;

/** Fetches a page of at most `size`. If Shopify finds that too expensive, it tries smaller pages and remembers their size by `kind`. */
export async function fetchAffordable<Node>(
  { caches: { pageSizes } }: Asker,
  kind: string,
  size: number,
  cursor: string | undefined,
  backward: boolean,
  fetchPage: (cursors: CursorArguments) => Promise<SourcePage<Node>>,
): Promise<SourcePage<Node>> {
  let affordable = Math.min(size, pageSizes.get(kind) ?? size);
  for (;;) {
    try {
      return await fetchPage(
        backward
          ? { last: affordable, ...(cursor !== undefined && { before: cursor }) }
          : { first: affordable, ...(cursor !== undefined && { after: cursor }) },
      );
    } catch (error) {
      if (!(error instanceof QueryTooExpensiveError) || affordable <= 1) throw error;
      affordable = Math.max(1, Math.floor(affordable / 2));
      pageSizes.set(kind, affordable);
    }
  }
}

/**
 * A page of the items that match, with cursors that continue exactly there. If everything matches (the common case), it takes one call; if Shopify
 * can't filter, or a full page is too expensive, it takes more.
 * A search through a long list ends before its page is full (`searchGoesOn`). The cursor is then where the search got to, so the next page continues
 * there and no match is lost.
 * `kind` names the query whose affordable page size is remembered. `scanSize` is how many items to ask for at once while filtering. `clock` counts
 * milliseconds.
 */
export async function collectPage<Node>(options: {
  context: Asker;
  kind: string;
  request: ListQuery;
  scanSize: number;
  matches?: (node: Node) => boolean;
  fetchPage: (cursors: CursorArguments) => Promise<SourcePage<Node>>;
  clock?: () => number;
}): Promise<CollectedPage<Node>> {
  const { context, kind, request, matches, fetchPage, clock = () => performance.now() } = options;
  const wanted = request.first ?? defaultPageSize;
  const backward = request.before !== undefined && request.after === undefined;
  const start = backward ? request.before : request.after;
  const found: Array<{ cursor: string; node: Node }> = [];
  let firstSeen: string | null = null;
  let lastSeen: string | null = null;
  let more = true;
  // Without a filter Shopify knows whether there is more. With one, we must see the next match.
  const enough = matches === undefined ? wanted : wanted + 1;
  const left = context.deadline?.left() ?? Number.POSITIVE_INFINITY;
  const endsAt = clock() + Math.min(maximumMilliseconds, left / 2);

  for (let calls = 0; more && found.length < enough; calls += 1) {
    if (calls > 0 && (calls >= maximumCalls || clock() >= endsAt)) break;
    const size = matches === undefined ? wanted - found.length : options.scanSize;
    const page: SourcePage<Node> = await fetchAffordable(
      context,
      kind,
      size,
      lastSeen ?? start,
      backward,
      fetchPage,
    );
    const edges = backward ? [...page.edges].reverse() : page.edges;
    for (const edge of edges) {
      if (matches === undefined || matches(edge.node)) found.push(edge);
    }
    more =
      edges.length > 0 && (backward ? page.pageInfo.hasPreviousPage : page.pageInfo.hasNextPage);
    firstSeen ??= edges[0]?.cursor ?? null;
    lastSeen = edges.at(-1)?.cursor ?? lastSeen;
  }

  const taken = found.slice(0, wanted);
  // Continues after everything searched, or after the last item taken if more were found than fit on the page.
  const goOnFrom = found.length > wanted ? taken.at(-1)?.cursor : lastSeen;
  const isThereMore = more || found.length > wanted;
  const near = taken[0]?.cursor ?? firstSeen;
  const far = (isThereMore ? goOnFrom : taken.at(-1)?.cursor) ?? lastSeen;
  if (backward) taken.reverse();
  return {
    nodes: taken.map((edge) => edge.node),
    pageInfo: {
      // There are items on the side we came from, because a cursor always belongs to a page that was shown.
      hasNextPage: backward ? true : isThereMore,
      hasPreviousPage: backward ? isThereMore : start !== undefined,
      startCursor: backward ? far : near,
      endCursor: backward ? near : far,
      ...(matches !== undefined && more && found.length < wanted && { searchGoesOn: true }),
    },
  };
}
