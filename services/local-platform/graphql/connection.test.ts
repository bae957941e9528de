import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PageArguments, paginate, sortByPlace } from './connection.ts';

type Entry = {
  id: number;
  key: number;
};
const placeOf = (entry: Entry) => [entry.key, entry.id] as const;
const entries: Entry[] = [10, 20, 30, 40, 50].map((id) => ({ id, key: id }));
const page = (args: Partial<PageArguments>, list: readonly Entry[] = entries) =>
  paginate(
    { first: null, last: null, after: null, before: null, reverse: null, ...args },
    list,
    placeOf,
  );
const ids = (list: readonly Entry[]) => list.map((entry) => entry.id);
const cursorOf = (id: number) =>
  page({ first: 5 }).edges.find((edge) => edge.node.id === id)?.cursor ?? '';

describe('paginate', () => {
  it.each<[string, Partial<PageArguments>, number[], boolean, boolean]>([
    ['the first two', { first: 2 }, [10, 20], true, false],
    ['after a cursor', { first: 2, after: cursorOf(20) }, [30, 40], true, true],
    ['the end', { first: 2, after: cursorOf(40) }, [50], false, true],
    ['past the end', { first: 2, after: cursorOf(50) }, [], false, true],
    ['the last two', { last: 2 }, [40, 50], false, true],
    ['before a cursor', { last: 2, before: cursorOf(40) }, [20, 30], true, true],
    ['before the beginning', { last: 2, before: cursorOf(10) }, [], true, false],
    ['reversed', { first: 2, reverse: true }, [50, 40], true, false],
    [
      'reversed after a cursor',
      { first: 2, reverse: true, after: cursorOf(40) },
      [30, 20],
      true,
      true,
    ],
    ['everything', { first: 250 }, [10, 20, 30, 40, 50], false, false],
    ['nothing', { first: 0 }, [], true, false],
  ])('gives %s', (_, args, expected, hasNextPage, hasPreviousPage) => {
    const result = page(args);
    expect(ids(result.nodes)).toEqual(expected);
    expect(result.pageInfo).toMatchObject({ hasNextPage, hasPreviousPage });
    expect(result.pageInfo.startCursor).toBe(result.edges[0]?.cursor ?? null);
    expect(result.pageInfo.endCursor).toBe(result.edges.at(-1)?.cursor ?? null);
  });

  it.each<[string, Partial<PageArguments>, string]>([
    ['no size', {}, 'you must provide one of first or last'],
    ['both sizes', { first: 1, last: 1 }, 'providing both first and last is not supported'],
    ['too large a page', { first: 251 }, 'first cannot exceed 250'],
    ['too large a last page', { last: 251 }, 'last cannot exceed 250'],
    ['a negative size', { first: -1 }, 'first cannot be negative'],
    [
      'a made-up cursor',
      { first: 1, after: 'abc' },
      'Invalid cursor for current pagination sort. (after)',
    ],
  ])('refuses %s', (_, args, message) => {
    expect(() => page(args)).toThrow(message);
  });

  it('goes on where it was when the record of its cursor is gone', () => {
    const without = entries.filter((entry) => entry.id !== 20);
    expect(ids(page({ first: 2, after: cursorOf(20) }, without).nodes)).toEqual([30, 40]);
  });

  it('walks through any list, page by page, exactly once', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.record({ id: fc.nat(500), key: fc.nat(5) }), {
          selector: (entry) => entry.id,
        }),
        fc.integer({ min: 1, max: 7 }),
        fc.boolean(),
        (list, first, reverse) => {
          const sorted = sortByPlace(list, placeOf);
          const walked: number[] = [];
          let after: string | null = null;
          for (;;) {
            const result = page({ first, after, reverse }, sorted);
            walked.push(...ids(result.nodes));
            if (!result.pageInfo.hasNextPage) break;
            after = result.pageInfo.endCursor;
          }
          expect(walked).toEqual(ids(reverse ? sorted.toReversed() : sorted));
        },
      ),
    );
  });
});
