import { z } from 'zod';
import { formatDay } from '../display/formats.ts';
import { graphqlDocument, numberOf } from '../internal-api/graphql.ts';
import { AdminLink } from '../router/router.tsx';
import { useStorePath } from '../shell/store-context.tsx';
import {
  connectionSchema,
  ListPage,
  pageArguments,
  pageInfoFields,
  pageVariables,
} from './list-page.tsx';

const document = graphqlDocument(
  `query AdminPages(${pageVariables}) {
    pages(${pageArguments}, query: $query, sortKey: TITLE) {
      nodes { id title isPublished updatedAt }
      ${pageInfoFields}
    }
  }`,
  z.object({
    pages: connectionSchema(
      z.object({
        id: z.string(),
        title: z.string(),
        isPublished: z.boolean(),
        updatedAt: z.string(),
      }),
    ),
  }),
);

export default function PagesPage() {
  const path = useStorePath();
  return (
    <ListPage
      title="Pages"
      things={{ one: 'page', many: 'pages' }}
      document={document}
      connectionIn={({ pages }) => pages}
      columns={[
        {
          title: 'Title',
          cell: ({ id, title }) => (
            <AdminLink className="List-link" url={path(`/pages/${numberOf(id)}`)}>
              {title}
            </AdminLink>
          ),
        },
        { title: 'Visibility', cell: ({ isPublished }) => (isPublished ? 'Visible' : 'Hidden') },
        { title: 'Updated', wideOnly: true, cell: ({ updatedAt }) => formatDay(updatedAt) },
      ]}
    />
  );
}
