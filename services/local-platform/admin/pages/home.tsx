import { BlockStack, Button, InlineGrid, Page } from '@shopify/polaris';
import { z } from 'zod';
import { counted } from '../display/formats.ts';
import { Section } from '../display/section.tsx';
import { graphqlDocument, runGraphql } from '../internal-api/graphql.ts';
import { useLoaded } from '../internal-api/use-loaded.ts';
import { ErrorBanner } from '../shell/page-states.tsx';
import { useStore, useStorePath, useTitle } from '../shell/store-context.tsx';
import { appHandle, appName } from './app-links.ts';

const operation = graphqlDocument(
  'query AdminHome { productsCount { count } }',
  z.object({ productsCount: z.object({ count: z.number() }).nullable() }),
);

export default function HomePage() {
  const { handle, name } = useStore();
  const path = useStorePath();
  const { data, error, reload } = useLoaded('home', (signal) =>
    runGraphql(handle, operation, {}, signal),
  );
  useTitle('Home');
  const products = data?.productsCount?.count;
  return (
    <Page title={name}>
      <BlockStack gap="400">
        {error !== null && (
          <ErrorBanner title="The overview couldn’t be loaded" message={error} onRetry={reload} />
        )}
        <InlineGrid columns={{ xs: 1, md: 3 }} gap="400">
          <Section title="Orders" text="What customers bought">
            <Button url={path('/orders')}>View orders</Button>
          </Section>
          <Section
            title="Products"
            text={products === undefined ? '…' : counted(products, 'product')}
          >
            <Button url={path('/products')}>View products</Button>
          </Section>
          <Section title={appName} text="The smart subscription">
            <Button url={path(`/apps/${appHandle}`)}>{`Open ${appName}`}</Button>
          </Section>
        </InlineGrid>
      </BlockStack>
    </Page>
  );
}
