import { BlockStack, Button, Card, InlineGrid, Page, Text } from '@shopify/polaris';
import { useEffect } from 'react';
import { z } from 'zod';
import { counted } from '../display/formats.ts';
import { graphqlDocument, runGraphql } from '../internal-api/graphql.ts';
import { useLoaded } from '../internal-api/use-loaded.ts';
import { ErrorBanner } from '../shell/page-states.tsx';
import { useStore, useStorePath } from '../shell/store-context.tsx';
import { appHandle, appName } from './app-links.ts';

const document_ = graphqlDocument(
  `query AdminHome {
    productsCount { count }
    orders(first: 100, query: "fulfillment_status:unfulfilled") {
      nodes { id }
      pageInfo { hasNextPage }
    }
  }`,
  z.object({
    productsCount: z.object({ count: z.number() }).nullable(),
    orders: z.object({
      nodes: z.array(z.object({ id: z.string() })),
      pageInfo: z.object({ hasNextPage: z.boolean() }),
    }),
  }),
);

export default function HomePage() {
  const { handle, name } = useStore();
  const path = useStorePath();
  const overview = useLoaded('home', (signal) => runGraphql(handle, document_, {}, signal));
  const { productsCount, orders } = overview.data ?? {};

  useEffect(() => {
    document.title = `${name} · Home`;
  }, [name]);

  return (
    <Page title={name}>
      <BlockStack gap="400">
        {overview.error !== null && (
          <ErrorBanner
            title="The overview couldn’t be loaded"
            message={overview.error}
            onRetry={overview.reload}
          />
        )}
        <InlineGrid columns={{ xs: 1, md: 3 }} gap="400">
          <Overview
            title="Orders to fulfill"
            text={
              orders
                ? `${orders.nodes.length}${orders.pageInfo.hasNextPage ? ' or more' : ''}`
                : '…'
            }
            action={{ content: 'View orders', url: path('/orders') }}
          />
          <Overview
            title="Products"
            text={productsCount ? counted(productsCount.count, 'product') : '…'}
            action={{ content: 'View products', url: path('/products') }}
          />
          <Overview
            title={appName}
            text="The smart subscription"
            action={{ content: `Open ${appName}`, url: path(`/apps/${appHandle}`) }}
          />
        </InlineGrid>
      </BlockStack>
    </Page>
  );
}

type OverviewProps = { title: string; text: string; action: { content: string; url: string } };

function Overview({ title, text, action }: OverviewProps) {
  return (
    <Card>
      <BlockStack gap="300" inlineAlign="start">
        <Text as="h2" variant="headingSm">
          {title}
        </Text>
        <Text as="p" variant="headingLg">
          {text}
        </Text>
        <Button url={action.url}>{action.content}</Button>
      </BlockStack>
    </Card>
  );
}
