import {
  CartesianGrid,
  Line,
  LineChart,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { formatMoney } from '#contract/money.ts';
import { chartHeight, type PriceChartProps } from './price-chart-props.ts';

// The platform's design tokens; each has a contrast of at least 4.5 to 1 on a card.
const lineColor = 'var(--p-color-bg-fill-emphasis)';
const textColor = 'var(--p-color-text-secondary)';
const gridColor = 'var(--p-color-border-secondary)';
const textStyle = { fill: textColor, fontSize: 'var(--p-font-size-300)' };
const tooltipStyle = {
  background: 'var(--p-color-bg-surface)',
  border: 'var(--p-border-width-025) solid var(--p-color-border)',
  borderRadius: 'var(--p-border-radius-200)',
  boxShadow: 'var(--p-shadow-200)',
};

/**
 * The prices of the orders as a stepped line below the one-time price. Only a picture: it takes no focus and names
 * itself nowhere, since the table beside it has the same numbers as text.
 */
export default function PriceChart({
  rows,
  deliveries,
  basePrice,
  currencyCode,
  locale,
}: PriceChartProps) {
  const money = (minorUnits: number) => formatMoney(minorUnits, currencyCode, locale);
  return (
    <ResponsiveContainer width="100%" height={chartHeight}>
      <LineChart
        data={rows}
        accessibilityLayer={false}
        margin={{ top: 24, right: 16, bottom: 16, left: 0 }}
      >
        <CartesianGrid vertical={false} stroke={gridColor} />
        <XAxis
          dataKey="number"
          ticks={[1, 2, 4, 6, 8, 10, 12].filter((order) => order <= rows.length)}
          interval={0}
          tick={textStyle}
          tickLine={false}
          stroke={gridColor}
          label={{ value: 'Order', position: 'insideBottom', offset: -8, ...textStyle }}
        />
        <YAxis
          width="auto"
          domain={[0, (highest: number) => Math.max(highest, basePrice)]}
          tickFormatter={money}
          tick={textStyle}
          tickLine={false}
          axisLine={false}
        />
        <Tooltip
          formatter={(price) => [money(Number(price)), 'Price']}
          labelFormatter={(order) => `Order ${order}`}
          separator=" "
          contentStyle={tooltipStyle}
          isAnimationActive={false}
        />
        <ReferenceLine
          y={basePrice}
          stroke={textColor}
          strokeDasharray="4 4"
          label={{
            value: deliveries === 1 ? 'One-time price' : `${deliveries} × one-time price`,
            position: 'insideTopRight',
            dy: -20,
            ...textStyle,
          }}
        />
        <Line
          type="stepAfter"
          dataKey="price"
          stroke={lineColor}
          strokeWidth={2}
          dot={{ r: 3, fill: lineColor, strokeWidth: 0 }}
          isAnimationActive={false}
        />
      </LineChart>
    </ResponsiveContainer>
  );
}
