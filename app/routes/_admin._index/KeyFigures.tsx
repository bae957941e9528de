import { BlockStack, Card, InlineGrid, Text } from '@shopify/polaris';
import { Figure } from './Figure.tsx';
import { analyticsUrl } from './no-figures.ts';
import { useKeyFigures } from './use-key-figures.ts';

export function KeyFigures() {
  const figures = useKeyFigures();
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          At a glance
        </Text>
        <div aria-live="polite" aria-busy={figures === null}>
          <InlineGrid columns={{ xs: 2, md: 5 }} gap="400">
            <Figure label="Active plans" url="/fixed-subscription" words={figures?.activePlans} />
            <Figure
              label="Products covered"
              url="/fixed-subscription"
              words={figures?.productsCovered}
            />
            <Figure label="Storefront widget" url="/widget" words={figures?.widget} />
            <Figure
              label="New subscriptions"
              url={figures?.analyticsUrl ?? analyticsUrl}
              words={figures?.newSubscriptions}
            />
            <Figure
              label="Subscription revenue"
              url={figures?.analyticsUrl ?? analyticsUrl}
              words={figures?.revenue}
            />
          </InlineGrid>
        </div>
      </BlockStack>
    </Card>
  );
}
