import { nice, ticks } from 'd3-array';
import { createContext, useContext } from 'react';

/** Room inside of a chart's height, in pixels: above the highest value and below the lowest, where the labels are. */
const above = 24;
const below = 46;

/** About how many lines the values are read against. */
const wantedTicks = 4;

/** Whether a value stands at a point, from one edge to the other, or in a band as wide as the others. */
export type Spread = 'points' | 'bands';

/** Where things are drawn: across in percent of the plot's width, which nobody has measured; down in pixels. */
type ChartScale = {
  count: number;
  spread: Spread;
  /** Whole values to write at the side and to draw a line at. */
  valueTicks: number[];
  /** The middle of the place of an index, in percent. */
  across: (index: number) => number;
  /** Of the value 0, in pixels. */
  bottom: number;
  down: (value: number) => number;
  /** The index whose place is nearest to a share (0 to 1) of the plot's width. */
  nearest: (share: number) => number;
};

/** The scale of a chart of `count` values from 0 to `highest`, rounded up to a tick. */
export function chartScaleOf(
  count: number,
  highest: number,
  height: number,
  spread: Spread,
): ChartScale {
  const [, top] = nice(0, highest > 0 ? highest : 1, wantedTicks);
  const bottom = height - below;
  const inBands = spread === 'bands';
  const steps = Math.max(1, inBands ? count : count - 1);
  const shift = inBands ? 0.5 : 0;
  return {
    count,
    spread,
    valueTicks: ticks(0, top, wantedTicks).filter(Number.isInteger),
    across: (index) => (100 * (index + shift)) / steps,
    bottom,
    down: (value) => bottom - ((bottom - above) * value) / top,
    nearest: (share) => Math.min(count - 1, Math.max(0, Math.round(share * steps - shift))),
  };
}

export const ChartScaleContext = createContext<ChartScale | null>(null);

/** The scale of the chart around. */
export function useChartScale(): ChartScale {
  const scale = useContext(ChartScaleContext);
  if (scale === null) throw new Error('Draw it in a Chart.');
  return scale;
}
