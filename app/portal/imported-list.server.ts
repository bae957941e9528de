import type { z } from 'zod';
import type { ListQuery, PageInfo } from '#contract/pagination.ts';
import type { OrderImport } from '#contract/store-order.ts';
import type { ListData } from '../list/list-data.ts';
import { loadList } from '../list/load-list.server.ts';

type ImportedPage<Item> = { items: Item[]; pageInfo: PageInfo; orderImport: OrderImport };

/** A list that is made from the store's imported orders. `orderImport` is null where it could not be loaded. */
export type ImportedList<Item> = ListData<Item> & { orderImport: OrderImport | null };

/** A list's loader, as {@link loadList}, whose list also says how far the store's orders are imported. */
export async function loadImportedList<Schema extends z.ZodType<ListQuery>, Item>(
  request: Request,
  schema: Schema,
  load: (query: z.output<Schema>) => Promise<ImportedPage<Item>>,
): Promise<{ list: ImportedList<Item>; answeredWith: ResponseInit }> {
  let seen: OrderImport | null = null;
  const { list, answeredWith } = await loadList(request, schema, async (query) => {
    const { orderImport, ...page } = await load(query);
    seen = orderImport;
    return page;
  });
  return { list: { ...list, orderImport: seen }, answeredWith };
}
