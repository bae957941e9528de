import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { z } from 'zod';
import { defaultPageSize, type ListQuery, type PageInfo } from '#contract/pagination.ts';
import { invalidRequest } from '../service-error.ts';

type Place = { at: string; id: string };

/** PostgreSQL's calendar has no year 0. */
const instant = z.iso.datetime().refine((at) => !at.startsWith('0000'));

const placeSchema = z.tuple([instant, z.string().regex(/^[^\0]*$/)]);

function encodeCursor({ at, id }: Place): string {
  return Buffer.from(JSON.stringify([at, id])).toString('base64url');
}

function decodeCursor(cursor: string, name: 'after' | 'before'): Place {
  try {
    const [at, id] = placeSchema.parse(
      JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')),
    );
    return { at, id };
  } catch {
    throw invalidRequest({ [name]: ['This page no longer exists'] });
  }
}

/** Sorts by time, then by id as `collate "C"` does. */
export function compare(one: Place, other: Place): number {
  const between = Date.parse(one.at) - Date.parse(other.at);
  return between || Number(one.id > other.id) - Number(one.id < other.id);
}

/** A place in a list by time, and what is one page from there. */
type Keyset = {
  /** The place that the cursor names; undefined on the first page. */
  place: Place | undefined;
  /** Whether an entry comes after that place, for what a list has beside its rows. */
  isBeyond: (entry: Place) => boolean;
  isDescending: boolean;
  /** One more than the page holds, which shows whether there is another page. */
  limit: number;
  finish<Row extends Place>(rows: Row[]): { rows: Row[]; pageInfo: PageInfo };
};

/** The parts of the query for a page of a list by time, and how to finish its rows. */
export type KeysetPage = Keyset & {
  /** Selects the rows beyond the cursor; undefined on the first page. */
  where: SQL | undefined;
  orderBy: SQL;
};

type Request = Pick<ListQuery, 'first' | 'after' | 'before' | 'reverse'>;

/**
 * A page of a list with the newest entry first, or with `reverse` the oldest. A cursor names a place, so it stays valid when entries come or go.
 * @throws ServiceError `invalid request` for a malformed cursor
 */
export function keysetOf(request: Request): Keyset {
  const size = request.first ?? defaultPageSize;
  const isBackward = request.before !== undefined && request.after === undefined;
  const name = isBackward ? 'before' : 'after';
  const cursor = request[name];
  const place = cursor === undefined ? undefined : decodeCursor(cursor, name);
  const isDescending = (request.reverse ?? false) === isBackward;
  return {
    place,
    isBeyond: (entry) => place === undefined || compare(entry, place) * (isDescending ? -1 : 1) > 0,
    isDescending,
    limit: size + 1,
    finish(found) {
      const rows = found.slice(0, size);
      const isThereMore = found.length > size;
      if (isBackward) rows.reverse();
      const [first, last] = [rows[0], rows.at(-1)];
      return {
        rows,
        pageInfo: {
          hasNextPage: isBackward || isThereMore,
          hasPreviousPage: isBackward ? isThereMore : place !== undefined,
          startCursor: first === undefined ? null : encodeCursor(first),
          endCursor: last === undefined ? null : encodeCursor(last),
        },
      };
    },
  };
}

/**
 * The same of a list that the database sorts by the expressions `at` and `id`.
 * @throws ServiceError `invalid request` for a malformed cursor
 */
export function keysetPage(request: Request, at: SQLWrapper, id: SQLWrapper): KeysetPage {
  const keyset = keysetOf(request);
  const { place, isDescending } = keyset;
  const direction = isDescending ? sql`desc` : sql`asc`;
  const beyond = isDescending ? sql`<` : sql`>`;
  return {
    ...keyset,
    where: place && sql`(${at}, ${id}) ${beyond} (${place.at}::timestamptz, ${place.id}::text)`,
    orderBy: sql`${at} ${direction}, ${id} ${direction}`,
  };
}

/** Whether one of the expressions contains the typed text, ignoring case. Wildcards in it are escaped. */
export function contains(typed: string, expressions: readonly SQLWrapper[]): SQL {
  const pattern = `%${typed.replaceAll('\0', '').replace(/[\\%_]/g, '\\$&')}%`;
  return sql`(${sql.join(
    expressions.map((expression) => sql`${expression} ilike ${pattern}`),
    sql` or `,
  )})`;
}
