import { BlockStack, Box, Link, SkeletonDisplayText, Text } from '@shopify/polaris';
import type { FigureInWords } from './figures.ts';

type Props = { label: string; url: string; words: FigureInWords | undefined };

export function Figure({ label, url, words }: Props) {
  return (
    <BlockStack gap="100">
      <Link url={url} monochrome>
        {label}
      </Link>
      {/* As high as a number with three lines, so that nothing below moves. */}
      <Box minHeight="5rem">
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
