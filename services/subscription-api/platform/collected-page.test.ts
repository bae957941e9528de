import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCaches } from '../caches.ts';
import { deadlineIn } from '../deadline.ts';
import { QueryTooExpensiveError } from './admin-graphql.ts';
import { type CursorArguments, collectPage, type SourcePage } from './collected-page.ts';

const asker = () => ({ deadline: undefined, caches: createCaches(() => new Date()) });

/** A connection over the numbers 0 to `length` - 1, each its own cursor. Records its calls. */
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
    const page = await collectPage({
      context: asker(),
      kind: 'a',
      request: { first: 4 },
      scanSize: 5,
      fetchPage,
    });
    expect(page).toEqual({
      nodes: [0, 1, 2, 3],
      pageInfo: { hasNextPage: true, hasPreviousPage: false, startCursor: '0', endCursor: '3' },
    });
    expect(calls).toEqual([{ first: 4 }]);
  });

  it('goes back before a cursor', async () => {
    const { fetchPage } = connection(10);
    const page = await collectPage({
      context: asker(),
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
    const request = {
      context: asker(),
      kind: 'dear',
      request: { first: 8 },
      scanSize: 5,
      fetchPage: dear,
    };
    expect((await collectPage(request)).nodes).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(calls.map((call) => call.first)).toEqual([2, 2, 2, 2]);
    expect((await collectPage(request)).pageInfo.hasNextPage).toBe(true);
  });

  it('fails where even one item is too expensive', async () => {
    const fetchPage = async (): Promise<SourcePage<number>> => {
      throw new QueryTooExpensiveError('dear');
    };
    await expect(
      collectPage({ context: asker(), kind: 'never', request: {}, scanSize: 5, fetchPage }),
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
        fc.integer({ min: 4, max: 8 }),
        async (length, every, first, scanSize) => {
          const { fetchPage } = connection(length);
          const matches = (item: number): boolean => item % every === 0;
          const collect = (cursors: { after?: string; before?: string }) =>
            collectPage({
              context: asker(),
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

describe('a search that one request cannot finish', () => {
  const matches = (item: number): boolean => item === 20_000;
  const collect = (cursors: { after?: string; before?: string }, fetchPage: FetchPage) =>
    collectPage({
      context: asker(),
      kind: 'long',
      request: { first: 50, ...cursors },
      scanSize: 250,
      matches,
      fetchPage,
    });
  type FetchPage = ReturnType<typeof connection>['fetchPage'];

  it('says so, and finds the match at row 20,000 of 30,000 when it is gone on with', async () => {
    const { calls, fetchPage } = connection(30_000);
    const first = await collect({}, fetchPage);
    expect(first).toMatchObject({ nodes: [], pageInfo: { hasNextPage: true, searchGoesOn: true } });
    expect(calls.length).toBeLessThanOrEqual(20);
    const found: number[] = [];
    let page = first;
    while (page.pageInfo.hasNextPage) {
      page = await collect({ after: page.pageInfo.endCursor ?? '' }, fetchPage);
      found.push(...page.nodes);
    }
    expect(found).toEqual([20_000]);
    expect(page.pageInfo.searchGoesOn).toBeUndefined();
  });

  it('goes on backwards too', async () => {
    const { fetchPage } = connection(30_000);
    const found: number[] = [];
    let page = await collect({ before: '29999' }, fetchPage);
    expect(page.pageInfo).toMatchObject({ hasPreviousPage: true, searchGoesOn: true });
    while (page.pageInfo.hasPreviousPage) {
      found.push(...page.nodes);
      page = await collect({ before: page.pageInfo.startCursor ?? '' }, fetchPage);
    }
    expect([...found, ...page.nodes]).toEqual([20_000]);
  });

  it('ends when the time for it is over', async () => {
    const { calls, fetchPage } = connection(30_000);
    let clock = 0;
    const slow: FetchPage = async (cursors) => {
      clock += 3_000;
      return await fetchPage(cursors);
    };
    const page = await collectPage({
      context: asker(),
      kind: 'slow',
      request: {},
      scanSize: 250,
      matches,
      fetchPage: slow,
      clock: () => clock,
    });
    expect(calls).toHaveLength(2);
    expect(page.pageInfo).toMatchObject({ hasNextPage: true, endCursor: '499' });
  });

  it('answers while its caller still waits', async () => {
    const { calls, fetchPage } = connection(30_000);
    const page = await collectPage({
      context: { ...asker(), deadline: deadlineIn(0) },
      kind: 'late',
      request: {},
      scanSize: 250,
      matches,
      fetchPage,
    });
    expect(calls).toHaveLength(1);
    expect(page.pageInfo).toMatchObject({ hasNextPage: true, searchGoesOn: true });
  });

  it('never loses a match, however little one request may look through', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 0, max: 80 }), { maxLength: 20 }),
        fc.integer({ min: 0, max: 80 }),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 5 }),
        async (wanted, length, first, scanSize) => {
          const { fetchPage } = connection(length);
          const expected = wanted.filter((item) => item < length).sort((a, b) => a - b);
          const step = (cursors: { after?: string; before?: string }) => {
            let clock = 0;
            return collectPage({
              context: asker(),
              kind: 'short',
              request: { first, ...cursors },
              scanSize,
              matches: (item: number) => wanted.includes(item),
              fetchPage,
              clock: () => {
                clock += 1_500;
                return clock;
              },
            });
          };
          let page = await step({});
          const forwards = [...page.nodes];
          while (page.pageInfo.hasNextPage) {
            page = await step({ after: page.pageInfo.endCursor ?? '' });
            forwards.push(...page.nodes);
          }
          expect(forwards).toEqual(expected);

          const backwards = [...page.nodes];
          while (page.pageInfo.hasPreviousPage && page.pageInfo.startCursor !== null) {
            page = await step({ before: page.pageInfo.startCursor });
            backwards.unshift(...page.nodes);
          }
          expect(backwards).toEqual(expected);
        },
      ),
    );
  });
});
