import { BlockStack, Box, Link, SkeletonDisplayText, Text } from '@shopify/polaris';
import type { FigureInWords } from './figures.ts';

type Props = { label: string; url: string; words: FigureInWords | undefined };

/** A figure that leads to what is behind it; a place is kept for its words until they are there. */
export function Figure({ label, url, words }: Props) {
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

function Words({ value, comparison }: FigureInWords) {
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
