import { useChartScale } from './chart-scale.ts';
import { seriesColor } from './chart-style.ts';

type Props = {
  values: readonly number[];
  color?: string;
  /** Around each bar; its own color where missing. */
  outline?: string;
};

/** How much of its band a bar fills. */
const filled = 0.7;

/** A bar from 0 for each value; the chart around is spread in bands. */
export function Bars({ values, color = seriesColor, outline = color }: Props) {
  const { count, across, down, bottom } = useChartScale();
  const width = (100 * filled) / count;
  return values.map((value, index) => (
    <rect
      // biome-ignore lint/suspicious/noArrayIndexKey: a value is known by its place only
      key={index}
      x={`${across(index) - width / 2}%`}
      width={`${width}%`}
      y={down(value)}
      height={bottom - down(value)}
      rx={2}
      fill={color}
      stroke={outline}
    />
  ));
}
