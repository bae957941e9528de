import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { QueryTooExpensiveError } from './admin-graphql.ts';
import { type CursorArguments, collectPage, type SourcePage } from './collected-page.ts';

/** A connection over the numbers 0 to `length` - 1, each its own cursor; counts its calls. */
function connection(length: number) {
  const calls: CursorArguments[] = [];
  const fetchPage = async (cursors: CursorArguments): Promise<SourcePage<number>> => {
    calls.push(cursors);
    const all = Array.from({ length }, (_, index) => index);
    const within = all.filter(
      (item) =>
        (cursors.after === undefined || item > Number(cursors.after)) &&
        (cursors.before === undefined || item < Number(cursors.before)),
    );
    const page =
      cursors.last === undefined ? within.slice(0, cursors.first) : within.slice(-cursors.last);
    return {
      edges: page.map((item) => ({ cursor: String(item), node: item })),
      pageInfo: {
        hasNextPage: page.length > 0 && page.at(-1) !== length - 1,
        hasPreviousPage: page.length > 0 && page[0] !== 0,
        startCursor: page.length === 0 ? null : String(page[0]),
        endCursor: page.length === 0 ? null : String(page.at(-1)),
      },
    };
  };
  return { calls, fetchPage };
}

describe('a page without a filter', () => {
  it('is one call', async () => {
    const { calls, fetchPage } = connection(10);
    const page = await collectPage({ kind: 'a', request: { first: 4 }, scanSize: 5, fetchPage });
    expect(page).toEqual({
      nodes: [0, 1, 2, 3],
      pageInfo: { hasNextPage: true, hasPreviousPage: false, startCursor: '0', endCursor: '3' },
    });
    expect(calls).toEqual([{ first: 4 }]);
  });

  it('goes back before a cursor', async () => {
    const { fetchPage } = connection(10);
    const page = await collectPage({
      kind: 'b',
      request: { first: 4, before: '6' },
      scanSize: 5,
      fetchPage,
    });
    expect(page).toEqual({
      nodes: [2, 3, 4, 5],
      pageInfo: { hasNextPage: true, hasPreviousPage: true, startCursor: '2', endCursor: '5' },
    });
  });

  it('is made of smaller ones where the platform finds it too expensive, and remembers', async () => {
    const { calls, fetchPage } = connection(10);
    const dear = async (cursors: CursorArguments): Promise<SourcePage<number>> => {
      if ((cursors.first ?? 0) > 3) throw new QueryTooExpensiveError('dear');
      return await fetchPage(cursors);
    };
    const request = { kind: 'dear', request: { first: 8 }, scanSize: 5, fetchPage: dear };
    expect((await collectPage(request)).nodes).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(calls.map((call) => call.first)).toEqual([2, 2, 2, 2]);
    expect((await collectPage(request)).pageInfo.hasNextPage).toBe(true);
  });

  it('fails where even one item is too expensive', async () => {
    const fetchPage = async (): Promise<SourcePage<number>> => {
      throw new QueryTooExpensiveError('dear');
    };
    await expect(
      collectPage({ kind: 'never', request: {}, scanSize: 5, fetchPage }),
    ).rejects.toBeInstanceOf(QueryTooExpensiveError);
  });
});

describe('pages with a filter', () => {
  it('hold every match once, forwards and back again', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 8 }),
        async (length, every, first, scanSize) => {
          const { fetchPage } = connection(length);
          const matches = (item: number): boolean => item % every === 0;
          const collect = (cursors: { after?: string; before?: string }) =>
            collectPage({
              kind: 'c',
              request: { first, ...cursors },
              scanSize,
              matches,
              fetchPage,
            });
          const pages: number[][] = [];
          let after: string | undefined;
          for (;;) {
            const page = await collect(after === undefined ? {} : { after });
            pages.push(page.nodes);
            expect(page.pageInfo.hasPreviousPage).toBe(after !== undefined);
            if (!page.pageInfo.hasNextPage) break;
            after = page.pageInfo.endCursor ?? undefined;
          }
          const expected = Array.from({ length }, (_, index) => index).filter(matches);
          expect(pages.flat()).toEqual(expected);
          for (const page of pages.slice(0, -1)) expect(page).toHaveLength(first);

          const last = pages.at(-1)?.[0];
          const before = pages.at(-2);
          if (last !== undefined && before !== undefined) {
            const back = await collect({ before: String(last) });
            expect(back.nodes).toEqual(before);
            expect(back.pageInfo.hasPreviousPage).toBe(pages.length > 2);
            expect(back.pageInfo.hasNextPage).toBe(true);
          }
        },
      ),
    );
  });
});
