import { describe, expect, it, vi } from 'vitest';
import { recurringOrderListQuerySchema } from '#contract/recurring-orders.ts';
import {
  type SellingPlanGroupListQuery,
  sellingPlanGroupListQuerySchema,
} from '#contract/selling-plan-group.ts';
import { ApiError, RequestError, UpdateRequiredError } from '../subscription-api/errors.ts';
import { loadList } from './load-list.server.ts';

const pageInfo = { hasNextPage: true, hasPreviousPage: false, startCursor: 'a', endCursor: 'b' };
const nothing = { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null };

async function load(
  search: string,
  answer: (query: SellingPlanGroupListQuery) => Promise<string[]> = async () => ['one'],
) {
  const asked: SellingPlanGroupListQuery[] = [];
  const request = new Request(`https://app.example/fixed-subscription?${search}`);
  const { list } = await loadList(request, sellingPlanGroupListQuerySchema, async (query) => {
    asked.push(query);
    return { items: await answer(query), pageInfo };
  });
  return { asked, list };
}

describe('loadList', () => {
  it.each([
    ['', {}],
    ['shop=a.myshopify.com&embedded=1&query=', {}],
    ['query= we &sortKey=NAME&reverse=true', { query: 'we', sortKey: 'NAME', reverse: true }],
    ['after=abc&first=10', { after: 'abc', first: 10 }],
  ])('asks for what the address says: %s', async (search, query) => {
    const { asked, list } = await load(search);
    expect(asked).toEqual([query]);
    expect(list).toEqual({ items: ['one'], pageInfo, ignored: [], failure: null });
  });

  it.each([
    ['sortKey=COLOUR&query=we', { query: 'we' }, ['order']],
    ['reverse=maybe', {}, ['order']],
    ['first=0', {}, []],
  ])('says what it leaves out: %s', async (search, query, ignored) => {
    const { asked, list } = await load(search);
    expect(asked).toEqual([query]);
    expect(list.ignored).toEqual(ignored);
  });

  it('says that it leaves out a filter', async () => {
    const request = new Request('https://app.example/recurring-orders?outcome=x&day=2026-11-24');
    const load = vi.fn(async () => ({ items: ['one'], pageInfo }));
    const { list } = await loadList(request, recurringOrderListQuerySchema, load);
    expect(load).toHaveBeenCalledWith({ day: '2026-11-24' });
    expect(list.ignored).toEqual(['filter']);
  });

  it('asks for nothing where the search is refused', async () => {
    const { asked, list } = await load(`query=${'x'.repeat(256)}`);
    expect(asked).toEqual([]);
    expect(list).toEqual({ items: [], pageInfo: nothing, ignored: [], failure: null });
  });

  it.each(['after', 'before'])(
    'shows the first page where the cursor is refused: %s',
    async (name) => {
      const refused = new ApiError(400, '', { message: 'No', fieldErrors: { [name]: ['No'] } });
      const { asked, list } = await load(`query=we&${name}=x`, async (query) => {
        if (query.after !== undefined || query.before !== undefined) throw refused;
        return ['one'];
      });
      expect(asked).toHaveLength(2);
      expect(list).toMatchObject({ items: ['one'], ignored: ['page'], failure: null });
    },
  );

  it.each([
    [new ApiError(403, '', { message: 'Closed' }), 'Closed'],
    [
      new RequestError('lost'),
      'Oops, something went wrong. Please try again later or contact support.',
    ],
  ])('is empty with a message where it fails', async (error, failure) => {
    const { list } = await load('', () => Promise.reject(error));
    expect(list).toEqual({ items: [], pageInfo: nothing, ignored: [], failure });
  });

  it('leads to where a permission is granted', async () => {
    const error = new UpdateRequiredError('https://example.com/grant');
    await expect(load('', () => Promise.reject(error))).rejects.toMatchObject({ status: 401 });
  });

  it('hides no fault of the program', async () => {
    await expect(load('', () => Promise.reject(new TypeError('x')))).rejects.toThrow(TypeError);
  });
});
