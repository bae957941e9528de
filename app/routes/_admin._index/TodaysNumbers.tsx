import {
  BlockStack,
  Box,
  Card,
  InlineGrid,
  Link,
  SkeletonDisplayText,
  Text,
} from '@shopify/polaris';
import type { NumberInWords } from '../../todays-numbers/numbers.ts';
import { useTodaysNumbers } from '../../todays-numbers/use-todays-numbers.ts';

/** What matters to a merchant today, each number leading to its screen. */
export function TodaysNumbers() {
  const numbers = useTodaysNumbers();
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Today
        </Text>
        <div aria-live="polite" aria-busy={numbers === null}>
          <InlineGrid columns={{ xs: 2, md: 5 }} gap="400">
            <Figure label="Active plans" url="/fixed-subscription" words={numbers?.activePlans} />
            <Figure
              label="Products covered"
              url="/fixed-subscription"
              words={numbers?.productsCovered}
            />
            <Figure label="Storefront widget" url="/widget" words={numbers?.widget} />
            <Figure label="New subscriptions" url="/analytics" words={numbers?.newSubscriptions} />
            <Figure label="Subscription revenue" url="/analytics" words={numbers?.revenue} />
          </InlineGrid>
        </div>
      </BlockStack>
    </Card>
  );
}

type FigureProps = { label: string; url: string; words: NumberInWords | undefined };

function Figure({ label, url, words }: FigureProps) {
  return (
    <BlockStack gap="100">
      <Link url={url} monochrome>
        {label}
      </Link>
      {/* As high as what comes, so that nothing below moves when it does. */}
      <Box minHeight="4rem">
        {words === undefined ? <SkeletonDisplayText size="small" /> : <Words {...words} />}
      </Box>
    </BlockStack>
  );
}

function Words({ value, comparison }: NumberInWords) {
  return (
    <BlockStack gap="100">
      <Text as="p" variant="headingLg" breakWord>
        {value}
      </Text>
      {comparison === undefined ? null : (
        <Text as="p" variant="bodySm" tone="subdued">
          {comparison}
        </Text>
      )}
    </BlockStack>
  );
}
