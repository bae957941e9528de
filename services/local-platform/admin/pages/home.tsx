import { Button, InlineGrid, Page } from '@shopify/polaris';
import { Section } from '../display/section.tsx';
import { useStore, useStorePath, useTitle } from '../shell/store-context.tsx';
import { appHandle, appName } from './app-links.ts';

export default function HomePage() {
  const { name } = useStore();
  const path = useStorePath();
  useTitle('Home');
  return (
    <Page title={name}>
      <InlineGrid columns={{ xs: 1, md: 3 }} gap="400">
        <Section title="Orders" text="What customers bought">
          <Button url={path('/orders')}>View orders</Button>
        </Section>
        <Section title="Products" text="What the store sells">
          <Button url={path('/products')}>View products</Button>
        </Section>
        <Section title={appName} text="The smart subscription">
          <Button url={path(`/apps/${appHandle}`)}>{`Open ${appName}`}</Button>
        </Section>
      </InlineGrid>
    </Page>
  );
}
