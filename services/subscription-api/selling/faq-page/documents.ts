import { z } from 'zod';
import { globalIdSchema } from '#contract/global-id.ts';
import { operation } from '../../platform/admin-graphql.ts';
import { userErrorsSchema } from '../../platform/user-errors.ts';

/** Marks the page as the app's. The merchant can change its handle and title, and another page may have them. */
export const faqMark = {
  namespace: '$app',
  key: 'purpose',
  type: 'single_line_text_field',
  value: 'subscription-faq',
} as const;

const pageSchema = z.object({
  id: globalIdSchema,
  handle: z.string(),
  metafield: z.object({ value: z.string() }).nullable(),
});
const pagesSchema = z.object({ nodes: z.array(pageSchema) });
const pageFields = `id handle metafield(namespace: "${faqMark.namespace}", key: "${faqMark.key}") { value }`;

export type FoundPage = z.infer<typeof pageSchema>;

export const readPage = operation<{ id: string }>('write_online_store_pages')(
  'query FaqPage($id: ID!) { page(id: $id) { id } }',
  z.object({ page: z.object({ id: globalIdSchema }).nullable() }),
);

/** Pages that may be the app's: by handle, and the newest, because the search may not know these yet. */
export const findPages = operation<{ query: string }>('write_online_store_pages')(
  `query FaqPages($query: String!) {
    named: pages(first: 50, query: $query) { nodes { ${pageFields} } }
    newest: pages(first: 10, reverse: true) { nodes { ${pageFields} } }
  }`,
  z.object({ named: pagesSchema, newest: pagesSchema }),
);

type PageInput = {
  title: string;
  handle: string;
  body: string;
  isPublished: boolean;
  metafields: Array<typeof faqMark>;
};

export const createPage = operation<{ page: PageInput }>('write_online_store_pages')(
  `mutation CreateFaqPage($page: PageCreateInput!) {
    pageCreate(page: $page) { page { id } userErrors { field message code } }
  }`,
  z.object({
    pageCreate: z.object({
      page: z.object({ id: globalIdSchema }).nullable(),
      userErrors: userErrorsSchema,
    }),
  }),
);
