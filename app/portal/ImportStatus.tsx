import { useRevalidator } from '@remix-run/react';
import { Banner, BlockStack, Box, Text } from '@shopify/polaris';
import { useEffect, useRef } from 'react';
import { formatInstant, formatNumber } from '#contract/format.ts';
import type { OrderImport } from '#contract/store-order.ts';

/** How often what is being read is looked at again. */
const pollMilliseconds = 4_000;

/** Loads the page's data anew, now and then, while the store's orders are still being read. */
function useReloadWhileReading({ asOf, isImporting }: OrderImport): void {
  const { revalidate, state } = useRevalidator();
  const isLoading = useRef(false);
  isLoading.current = state !== 'idle';
  const isReading = isImporting || asOf === null;
  useEffect(() => {
    if (!isReading) return;
    const timer = setInterval(() => {
      // A hidden page can wait, and a reload without a network would lose the page.
      if (!isLoading.current && navigator.onLine && !document.hidden) revalidate();
    }, pollMilliseconds);
    return () => clearInterval(timer);
  }, [isReading, revalidate]);
}

type Props = {
  orderImport: OrderImport;
  /** The page says how many subscriptions there are. */
  countsSubscriptions?: boolean;
};

const countedBy = {
  known: '',
  none: ' Shopify has no subscriptions for Cadence to count.',
  reading:
    ' Cadence is still reading your subscriptions. Until it’s done, they’re counted by their orders.',
  refused: ' Cadence can’t read your subscriptions, so they’re counted by their orders.',
};

/** How new and how whole the orders are that a page is made from: what is missing, why, and what can be done. */
export function ImportStatus({ orderImport, countsSubscriptions = false }: Props) {
  useReloadWhileReading(orderImport);
  const { asOf, isImporting, hasFailed, hasAllOrders, orders, timeZone, grantUrl } = orderImport;
  const { unknownTimeZone } = orderImport;
  return (
    <BlockStack gap="400">
      <div aria-live="polite">
        {/* A narrow page has no edge of its own. */}
        <Box paddingInline={{ xs: '400', sm: '0' }}>
          <Text as="p" tone="subdued">
            {asOf === null
              ? 'We’re getting your orders.'
              : `As of ${formatInstant(timeZone, asOf)}.`}
            {isImporting && asOf !== null ? ' Checking for new orders…' : ''}
            {unknownTimeZone === null
              ? ` Days are in your store’s time zone, ${timeZone.replaceAll('_', ' ')}.`
              : ` Days are in ${timeZone}, because Cadence doesn’t recognize your store’s time zone, ${unknownTimeZone.replaceAll('_', ' ')}.`}
            {countsSubscriptions ? countedBy[orderImport.subscriptions] : ''}
          </Text>
        </Box>
      </div>
      {hasFailed ? (
        <Banner tone="warning" title="We couldn’t read your latest orders">
          <p>You’re seeing earlier numbers. We’ll keep trying.</p>
        </Banner>
      ) : null}
      {asOf === null && !hasFailed ? (
        <Banner tone="info" title="Cadence is reading your orders">
          <p>
            {`${formatNumber(orders)} so far. Your numbers are complete once we’ve read them all.`}
          </p>
        </Banner>
      ) : null}
      {asOf !== null && !hasAllOrders ? (
        <Banner
          tone="warning"
          title="You’re seeing only the last 60 days of orders"
          action={{ content: 'Allow all orders', url: grantUrl, external: true }}
        >
          <p>
            Until you allow Cadence to read older orders, long-standing subscriptions look new and
            retention stops short.
          </p>
        </Banner>
      ) : null}
    </BlockStack>
  );
}
