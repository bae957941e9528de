import { Badge, BlockStack, Card, Page, Text } from '@shopify/polaris';
import { z } from 'zod';
import { formatTime } from '../display/formats.ts';
import { graphqlDocument } from '../internal-api/graphql.ts';
import { useStorePath } from '../shell/store-context.tsx';
import { OnePage } from './one-page.tsx';

const document = graphqlDocument(
  `query AdminPage($id: ID!) {
    page(id: $id) { title handle body isPublished updatedAt }
  }`,
  z.object({
    page: z
      .object({
        title: z.string(),
        handle: z.string(),
        body: z.string(),
        isPublished: z.boolean(),
        updatedAt: z.string(),
      })
      .nullable(),
  }),
);

export default function PagePage({ id }: { id: string }) {
  const path = useStorePath();
  const back = { content: 'Pages', url: path('/pages') };
  return (
    <OnePage
      type="Page"
      id={id}
      thing="Page"
      back={back}
      document={document}
      oneIn={({ page }) => page}
      titleOf={({ title }) => title}
    >
      {(page) => (
        <Page
          title={page.title}
          titleMetadata={
            <Badge {...(page.isPublished && { tone: 'success' as const })}>
              {page.isPublished ? 'Visible' : 'Hidden'}
            </Badge>
          }
          subtitle={`Updated ${formatTime(page.updatedAt)}`}
          backAction={back}
        >
          <Card>
            <BlockStack gap="300">
              <Text as="h2" variant="headingSm">
                Content
              </Text>
              <Text as="p" tone="subdued">{`Address in the shop: /pages/${page.handle}`}</Text>
              {/* The page's HTML is the merchant's own: it's shown, and nothing in it may run. */}
              <iframe
                className="PagePreview"
                title="Preview of the page"
                sandbox=""
                srcDoc={`<!doctype html><html lang="en"><title>Preview</title><style>body{font:14px/1.5 system-ui,sans-serif;margin:12px;color:#303030}</style><main>${page.body}</main></html>`}
              />
            </BlockStack>
          </Card>
        </Page>
      )}
    </OnePage>
  );
}
