import { curveLinear, curveStepAfter, line } from 'd3-shape';
import { useChartScale } from './chart-scale.ts';
import { seriesColor } from './chart-style.ts';

type Props = {
  /** Null where there is none: the line has a gap. */
  values: ReadonlyArray<number | null>;
  /** Whether a value holds until the next one, or the line goes straight there. */
  shape?: 'steps' | 'straight';
  color?: string;
};

/** A line with a dot at each value. */
export function Line({ values, shape = 'straight', color = seriesColor }: Props) {
  const { across, down, bottom } = useChartScale();
  const path = line<number | null>()
    .defined((value) => value !== null)
    .x((_, index) => across(index))
    .y((value) => down(value ?? 0))
    .curve(shape === 'steps' ? curveStepAfter : curveLinear)([...values]);
  return (
    <>
      {/* Drawn 100 wide and stretched to the plot's width; its height is the plot's. */}
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: a part of the picture, which has its name */}
      <svg
        width="100%"
        height={bottom}
        viewBox={`0 0 100 ${bottom}`}
        preserveAspectRatio="none"
        overflow="visible"
      >
        <path
          d={path ?? ''}
          fill="none"
          stroke={color}
          strokeWidth={2}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      {values.map((value, index) =>
        value === null ? null : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a value is known by its place only
          <circle key={index} cx={`${across(index)}%`} cy={down(value)} r={3} fill={color} />
        ),
      )}
    </>
  );
}
