import { GraphQLError } from 'graphql';
import { z } from 'zod';

export const maximumPageSize = 250;

const count = z.number().int().nullish();
const cursorText = z.string().nullish();

export const pageArguments = z.object({
  first: count,
  last: count,
  after: cursorText,
  before: cursorText,
  reverse: z.boolean().nullish(),
});

export type PageArguments = z.infer<typeof pageArguments>;

export type Connection<Entry> = {
  edges: Array<{ cursor: string; node: Entry }>;
  nodes: Entry[];
  pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor: string | null;
    endCursor: string | null;
  };
};

/** A record's position in a list: its sort key, then its id. */
export type Place = readonly [key: string | number, id: number];

const placeSchema = z.tuple([z.union([z.string(), z.number()]), z.number()]);

function comparePlaces(left: Place, right: Place): number {
  if (left[0] !== right[0]) return left[0] < right[0] ? -1 : 1;
  return left[1] - right[1];
}

/** Sorts records for {@link paginate}. */
export function sortByPlace<Entry>(
  entries: readonly Entry[],
  placeOf: (entry: Entry) => Place,
): Entry[] {
  return entries
    .map((entry) => ({ entry, place: placeOf(entry) }))
    .sort((left, right) => comparePlaces(left.place, right.place))
    .map(({ entry }) => entry);
}

function encodeCursor(place: Place): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

function refuse(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_REQUEST' } });
}

function decodeCursor(cursor: string, name: string): Place {
  try {
    return placeSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch {
    throw refuse(`Invalid cursor for current pagination sort. (${name})`);
  }
}

/**
 * One page of a sorted list. A cursor holds a sort key and an id instead of a record, so paging continues even if records come or go.
 * Copies only the page itself.
 */
export function paginate<Entry>(
  page: PageArguments,
  entries: readonly Entry[],
  placeOf: (entry: Entry) => Place,
): Connection<Entry> {
  const { first, last } = page;
  if (first == null && last == null) throw refuse('you must provide one of first or last');
  if (first != null && last != null) throw refuse('providing both first and last is not supported');
  const size = first ?? last ?? 0;
  const sizeName = first == null ? 'last' : 'first';
  if (size < 0) throw refuse(`${sizeName} cannot be negative`);
  if (size > maximumPageSize) throw refuse(`${sizeName} cannot exceed ${maximumPageSize}`);

  const total = entries.length;
  const reverse = page.reverse ?? false;
  const entryAt = (index: number): Entry | undefined =>
    entries[reverse ? total - 1 - index : index];
  const direction = reverse ? -1 : 1;
  /** How many entries come before `place` (or, with `orAt`, before or at it). */
  const standBefore = (place: Place, orAt: boolean): number => {
    let low = 0;
    let high = total;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const entry = entryAt(middle);
      const order = entry === undefined ? 1 : direction * comparePlaces(placeOf(entry), place);
      if (order < 0 || (orAt && order === 0)) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  const lower = page.after ? standBefore(decodeCursor(page.after, 'after'), true) : 0;
  const upper = page.before ? standBefore(decodeCursor(page.before, 'before'), false) : total;
  const start = last == null ? lower : Math.max(lower, upper - last);
  const end = Math.max(start, first == null ? upper : Math.min(upper, lower + first));

  const edges: Connection<Entry>['edges'] = [];
  for (let index = start; index < end; index += 1) {
    const node = entryAt(index);
    if (node !== undefined) edges.push({ cursor: encodeCursor(placeOf(node)), node });
  }
  return {
    edges,
    nodes: edges.map((edge) => edge.node),
    pageInfo: {
      hasNextPage: end < total,
      hasPreviousPage: start > 0,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}

/** One page of records sorted by id. */
export function paginateById<Entry extends { id: number }>(
  page: unknown,
  entries: readonly Entry[],
): Connection<Entry> {
  return paginate(pageArguments.parse(page), entries, (entry) => [entry.id, entry.id]);
}

/** The platform's exact count. */
export function exactly(total: number): { count: number; precision: 'EXACT' } {
  return { count: total, precision: 'EXACT' };
}

/** One page of the records with these sorted ids; looks up only the page's records. */
export function paginateIds<Entry>(
  page: unknown,
  ids: readonly number[],
  find: (id: number) => Entry | undefined,
): Connection<Entry> {
  const found = paginate(pageArguments.parse(page), ids, (id) => [id, id]);
  const edges: Connection<Entry>['edges'] = [];
  for (const { cursor, node } of found.edges) {
    const entry = find(node);
    if (entry !== undefined) edges.push({ cursor, node: entry });
  }
  return { edges, nodes: edges.map((edge) => edge.node), pageInfo: found.pageInfo };
}
