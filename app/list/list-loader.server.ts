import { json, type LoaderFunctionArgs } from '@remix-run/node';
import type { z } from 'zod';
import type { ListQuery } from '#contract/pagination.ts';
import { authenticateMerchant } from '../auth/authenticate.server.ts';
import type { SubscriptionApiClient } from '../subscription-api/client.ts';
import { loadList, type Page } from './load-list.server.ts';

/** The loader of a list's route: {@link loadList} for the merchant who asks. */
export function listLoader<Schema extends z.ZodType<ListQuery>, Item>(
  schema: Schema,
  load: (client: SubscriptionApiClient, query: z.output<Schema>) => Promise<Page<Item>>,
) {
  return async ({ request }: LoaderFunctionArgs) => {
    const { client } = await authenticateMerchant(request);
    const { list, answeredWith } = await loadList(request, schema, (query) => load(client, query));
    return json(list, answeredWith);
  };
}
