import { Banner, BlockStack, Button, Card, InlineStack, ProgressBar, Text } from '@shopify/polaris';
import { countInWords } from '#contract/plan-words.ts';
import type { VariantWork } from './use-variant-work.ts';

type Props = {
  work: VariantWork;
  /** How many variants the group has; a searched list may have fewer. */
  total: number;
  onStop: () => void;
  onRetry: () => void;
};

/** While all variants of a large group are listed, which the screen doesn't wait for. */
export function VariantListing({ work, total, onStop, onRetry }: Props) {
  if (work.phase === 'listing-failed') {
    return (
      <Banner
        tone="critical"
        title={work.message}
        onDismiss={onStop}
        action={{ content: 'Try again', onAction: onRetry }}
      >
        <p>The variants of this group could not be listed.</p>
      </Banner>
    );
  }
  if (work.phase !== 'listing') return null;
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <div id="variant-listing" role="status" aria-live="polite">
            <Text as="p">
              {`Listing the variants of this group: ${countInWords(work.found, 'variant')} of ${total.toLocaleString('en-US')}`}
            </Text>
          </div>
          <Button onClick={onStop}>Cancel</Button>
        </InlineStack>
        <ProgressBar
          progress={total === 0 ? 0 : Math.min(100, (100 * work.found) / total)}
          size="small"
          ariaLabelledBy="variant-listing"
        />
      </BlockStack>
    </Card>
  );
}
