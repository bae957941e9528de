import type { z } from 'zod';
import type { ListQuery, PageInfo } from '#contract/pagination.ts';
import type { OrderCollection } from '#contract/store-order.ts';
import type { ListData } from '../list/list-data.ts';
import { loadList } from '../list/load-list.server.ts';

type CollectedPage<Item> = { items: Item[]; pageInfo: PageInfo; collection: OrderCollection };

/** A list that is made from the store's collected orders. `collection` is null where it could not be loaded. */
export type CollectedList<Item> = ListData<Item> & { collection: OrderCollection | null };

/** A list's loader, as {@link loadList}, whose list also says how far the store's orders are collected. */
export async function loadCollectedList<Schema extends z.ZodType<ListQuery>, Item>(
  request: Request,
  schema: Schema,
  load: (query: z.output<Schema>) => Promise<CollectedPage<Item>>,
): Promise<{ list: CollectedList<Item>; answeredWith: ResponseInit }> {
  let seen: OrderCollection | null = null;
  const { list, answeredWith } = await loadList(request, schema, async (query) => {
    const { collection, ...page } = await load(query);
    seen = collection;
    return page;
  });
  return { list: { ...list, collection: seen }, answeredWith };
}
