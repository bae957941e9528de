import { Box, Text } from '@shopify/polaris';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { chartHeight, type PriceChartProps } from './price-chart-props.ts';

function ChartUnavailable() {
  return (
    <Text as="p" tone="subdued">
      The chart could not be loaded. The table has the same prices.
    </Text>
  );
}

// A chart that fails to load must not take the form that the merchant is filling in with it.
const PriceChart = lazy(() =>
  import('./PriceChart.tsx').catch(() => ({ default: ChartUnavailable })),
);

const subscribeToNothing = () => () => {};

/**
 * The price chart, loaded when it is first shown and drawn in the browser only: it measures the room it has, which
 * a server can't. Keeps its height free meanwhile, and while `chart` is null.
 */
export function LazyPriceChart({ chart }: { chart: PriceChartProps | null }) {
  const isBrowser = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  return (
    <Box minHeight={`${chartHeight}px`} minWidth="0">
      {isBrowser && chart !== null && (
        <div
          role="img"
          aria-label="Line chart of the price of each order. The table has the same numbers."
        >
          <Suspense fallback={null}>
            <PriceChart {...chart} />
          </Suspense>
        </div>
      )}
    </Box>
  );
}
