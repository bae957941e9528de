import { useRevalidator } from '@remix-run/react';
import { Banner, BlockStack, Box, Text } from '@shopify/polaris';
import { useEffect, useRef } from 'react';
import { formatInstant } from '#contract/calendar.ts';
import type { OrderCollection } from '#contract/store-order.ts';
import { formatCount } from './format-count.ts';

/** How often what is being read is looked at again. */
const pollMilliseconds = 4_000;

/** Loads the page's data anew, now and then, while the store's orders are still being read. */
function useReloadWhileReading({ asOf, isCollecting }: OrderCollection): void {
  const { revalidate, state } = useRevalidator();
  const isLoading = useRef(false);
  isLoading.current = state !== 'idle';
  const isReading = isCollecting || asOf === null;
  useEffect(() => {
    if (!isReading) return;
    const timer = setInterval(() => {
      // A page that nobody looks at can wait, and one without a network would be taken away.
      if (!isLoading.current && navigator.onLine && !document.hidden) revalidate();
    }, pollMilliseconds);
    return () => clearInterval(timer);
  }, [isReading, revalidate]);
}

type Props = { collection: OrderCollection; locale: string };

/** How new and how whole the orders are that a page is made from: what is missing, why, and what can be done. */
export function CollectionStatus({ collection, locale }: Props) {
  useReloadWhileReading(collection);
  const { asOf, isCollecting, hasFailed, hasAllOrders, orders, timeZone, grantUrl } = collection;
  const { unknownTimeZone } = collection;
  return (
    <BlockStack gap="400">
      <div aria-live="polite">
        {/* A narrow page has no edge of its own. */}
        <Box paddingInline={{ xs: '400', sm: '0' }}>
          <Text as="p" tone="subdued">
            {asOf === null
              ? 'Nothing was read to its end yet.'
              : `As of ${formatInstant(timeZone, new Date(asOf), locale)}.`}
            {isCollecting && asOf !== null ? ' Reading what is new…' : ''}
            {` Days and weeks are those of ${timeZone.replaceAll('_', ' ')}`}
            {unknownTimeZone === null
              ? '.'
              : `: your store's time zone, ${unknownTimeZone.replaceAll('_', ' ')}, is not known here.`}
          </Text>
        </Box>
      </div>
      {hasFailed ? (
        <Banner tone="warning" title="The orders of your store could not be read">
          <p>What is shown is what was read before. It is tried again by itself.</p>
        </Banner>
      ) : null}
      {asOf === null && !hasFailed ? (
        <Banner tone="info" title="Your orders are still being read">
          <p>
            {`${formatCount(orders, locale)} are here so far. Numbers and charts are not complete until all of them are.`}
          </p>
        </Banner>
      ) : null}
      {asOf !== null && !hasAllOrders ? (
        <Banner
          tone="warning"
          title="Only the orders of the last 60 days are here"
          action={{ content: 'Allow all orders', url: grantUrl, external: true }}
        >
          <p>
            Your store shows Cadence no older orders. Subscriptions that began before look new, and
            retention can't be followed further. Allow Cadence to read all orders to see the rest.
          </p>
        </Banner>
      ) : null}
    </BlockStack>
  );
}
