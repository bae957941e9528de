import { expect, it } from 'vitest';
import type { ShopContext } from '../../shop-context.ts';
import { readUnfulfilled } from './unfulfilled.ts';

/** A store with pages of `size` orders; `asked` collects the cursors. */
function storeWith({ size, pages }: { size: number; pages: number }) {
  const asked: unknown[] = [];
  const graphql: ShopContext['graphql'] = async ({ name, document, answer }, variables) => {
    if (name === 'FulfillmentOrderScope') {
      return answer.parse({ currentAppInstallation: { accessScopes: [] } });
    }
    expect(name).toBe('UnfulfilledOrders');
    expect(document).toContain(
      '"(fulfillment_status:unfulfilled OR fulfillment_status:partial) AND status:open"',
    );
    const page = asked.push({ ...variables });
    const nodes = Array.from({ length: size }, (_, index) => ({
      id: `gid://shopify/Order/${(page - 1) * size + index + 1}`,
    }));
    const pageInfo = { hasNextPage: page < pages, endCursor: `after ${page}` };
    return answer.parse({ orders: { nodes, pageInfo } });
  };
  return { graphql, asked };
}

const idsTo = (last: number) => Array.from({ length: last }, (_, index) => String(index + 1));

it('reads the orders that wait to be shipped page by page', async () => {
  const store = storeWith({ size: 2, pages: 3 });
  expect(await readUnfulfilled(store)).toEqual(idsTo(6));
  expect(store.asked).toEqual([{ after: null }, { after: 'after 1' }, { after: 'after 2' }]);
});

it.each([
  [250, 40],
  [300, 34],
])('reads as many as one run takes, of pages of %i', async (size, calls) => {
  const store = storeWith({ size, pages: 1_000 });
  expect(await readUnfulfilled(store)).toEqual(idsTo(10_000));
  expect(store.asked).toHaveLength(calls);
});
