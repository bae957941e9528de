import { Box } from '@shopify/polaris';
import { memo } from 'react';
import { formatMoney } from '#contract/format.ts';
import { Chart } from '../charts/Chart.tsx';
import { Line } from '../charts/Line.tsx';
import { ReferenceLine } from '../charts/ReferenceLine.tsx';
import type { ReadyPreview } from './plan-preview.ts';

type Props = {
  /** Null while there are no prices: the chart's place stays free. */
  preview: ReadyPreview | null;
};

/** In pixels. */
const height = 240;

/** The orders that get a label on a wide screen. */
const labelled = new Set([1, 2, 4, 6, 8, 10, 12]);

/** The prices of the orders as a stepped line below the one-time price. */
export const PriceChart = memo(function PriceChart({ preview }: Props) {
  return (
    <Box minHeight={`${height}px`} minWidth="0">
      {preview === null ? null : <Prices preview={preview} />}
    </Box>
  );
});

function Prices({ preview }: { preview: ReadyPreview }) {
  const { rows, basePrice, deliveries, currencyCode } = preview;
  const money = (minorUnits: number) => formatMoney(minorUnits, currencyCode);
  return (
    <Chart
      description="Line chart of the price of each order. The table has the same numbers."
      height={height}
      labels={rows.map(({ number }) => (labelled.has(number) ? String(number) : ''))}
      axisTitle="Order"
      highest={Math.max(basePrice, ...rows.map(({ price }) => price))}
      formatValue={money}
      detailOf={(index) => {
        const price = rows[index]?.price ?? 0;
        return { title: `Order ${index + 1}`, lines: [`Price ${money(price)}`], value: price };
      }}
    >
      <ReferenceLine
        value={basePrice}
        label={deliveries === 1 ? 'One-time price' : `${deliveries} × one-time price`}
      />
      <Line values={rows.map(({ price }) => price)} shape="steps" />
    </Chart>
  );
}
