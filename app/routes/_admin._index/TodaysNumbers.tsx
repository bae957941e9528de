import { Await } from '@remix-run/react';
import {
  BlockStack,
  Box,
  Card,
  InlineGrid,
  Link,
  SkeletonDisplayText,
  Text,
} from '@shopify/polaris';
import { Suspense } from 'react';
import type { HomeNumbers } from './load-numbers.server.ts';
import {
  type NumberInWords,
  unavailable,
  wordsOfCount,
  wordsOfNewSubscriptions,
  wordsOfRevenue,
  wordsOfWidget,
} from './number-words.ts';

/** What matters to a merchant today, each number leading to its screen. */
export function TodaysNumbers({ numbers }: { numbers: HomeNumbers }) {
  const { coverage, isWidgetOn, summary } = numbers;
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Today
        </Text>
        <InlineGrid columns={{ xs: 2, md: 5 }} gap="400">
          <Figure
            label="Active plans"
            url="/fixed-subscription"
            of={coverage}
            words={(found) => wordsOfCount(found?.plansCount)}
          />
          <Figure
            label="Products covered"
            url="/fixed-subscription"
            of={coverage}
            words={(found) => wordsOfCount(found?.productsCount)}
          />
          <Figure label="Storefront widget" url="/widget" of={isWidgetOn} words={wordsOfWidget} />
          <Figure
            label="New subscriptions"
            url="/analytics"
            of={summary}
            words={wordsOfNewSubscriptions}
          />
          <Figure
            label="Subscription revenue"
            url="/analytics"
            of={summary}
            words={wordsOfRevenue}
          />
        </InlineGrid>
      </BlockStack>
    </Card>
  );
}

type FigureProps<Answer> = {
  label: string;
  url: string;
  of: Promise<Answer>;
  words: (answer: Answer) => NumberInWords;
};

function Figure<Answer>({ label, url, of, words }: FigureProps<Answer>) {
  return (
    <BlockStack gap="100">
      <Link url={url} monochrome>
        {label}
      </Link>
      {/* As high as what comes, so that nothing below moves when it does. */}
      <Box minHeight="4rem">
        <Suspense fallback={<SkeletonDisplayText size="small" />}>
          <Await resolve={of} errorElement={<Words {...unavailable} />}>
            {(answer) => <Words {...words(answer)} />}
          </Await>
        </Suspense>
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
