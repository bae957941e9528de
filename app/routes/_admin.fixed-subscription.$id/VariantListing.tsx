import { Banner, BlockStack, Button, Card, InlineStack, ProgressBar, Text } from '@shopify/polaris';
import { formatCount, formatNumber } from '#contract/format.ts';
import type { VariantWork } from './use-variant-work.ts';

type Props = {
  work: VariantWork;
  /** How many variants the group has; a searched list may have fewer. */
  total: number;
  /** Stops the listing, or takes its failure off the screen. */
  onClose: () => void;
  onRetry: () => void;
};

/** Nothing moves when it comes and goes; it stays in sight wherever the merchant is on a long screen. */
const overTheScreen = {
  position: 'fixed',
  insetBlockEnd: 'var(--p-space-400)',
  insetInline: 'var(--p-space-400)',
  maxWidth: '40rem',
  marginInline: 'auto',
  borderRadius: 'var(--p-border-radius-300)',
  boxShadow: 'var(--p-shadow-400)',
  zIndex: 'var(--p-z-index-8)',
} as const;

/** While all variants of a large group are listed, which the screen doesn't wait for. */
export function VariantListing({ work, total, onClose, onRetry }: Props) {
  if (work.phase === 'listing-failed') {
    return (
      <div style={overTheScreen}>
        <Card padding="0">
          <Banner
            tone="critical"
            title={work.message}
            onDismiss={onClose}
            action={{ content: 'Try again', onAction: onRetry }}
          >
            <p>We couldn’t load all variants of this group.</p>
          </Banner>
        </Card>
      </div>
    );
  }
  if (work.phase !== 'listing') return null;
  return (
    <div style={overTheScreen}>
      <Card>
        <BlockStack gap="300">
          <InlineStack align="space-between" blockAlign="center" gap="200">
            <div id="variant-listing" role="status" aria-live="polite">
              <Text as="p">
                {`Loading the variants of this group: ${formatCount(work.found, 'variant')} of ${formatNumber(total)}`}
              </Text>
            </div>
            <Button onClick={onClose}>Cancel</Button>
          </InlineStack>
          <ProgressBar
            progress={total === 0 ? 0 : Math.min(100, Math.floor((100 * work.found) / total))}
            size="small"
            ariaLabelledBy="variant-listing"
          />
        </BlockStack>
      </Card>
    </div>
  );
}
