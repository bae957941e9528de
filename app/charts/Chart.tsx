import { Text } from '@shopify/polaris';
import { type ReactNode, useMemo } from 'react';
import { ChartScaleContext, chartScaleOf, type Spread } from './chart-scale.ts';
import { chartText, gridColor } from './chart-style.ts';
import { type Detail, PointedDetail } from './PointedDetail.tsx';

type Props = {
  /** Alternative text: the chart's content, and that the table beside it has the numbers. */
  description: string;
  /** In pixels, from the first paint on. */
  height: number;
  /** The label of each value, from left to right; empty if there is no room for it. */
  labels: readonly string[];
  axisTitle?: string;
  highest: number;
  formatValue: (value: number) => string;
  /** Bars stand in bands, lines go from point to point. */
  spread?: Spread;
  /** The text beside the pointer. */
  detailOf?: (index: number) => Detail;
  /** Lines, bars and reference lines, the last one on top. */
  children: ReactNode;
};

const frame = {
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  paddingInlineEnd: 'var(--p-space-400)',
} as const;
const axis = { display: 'grid', justifyItems: 'end', alignContent: 'start' } as const;
const plot = { position: 'relative' } as const;
const overflowing = { display: 'block', overflow: 'visible' } as const;

/**
 * The frame of a chart: axes, grid, and what is drawn in it. Takes the width it gets without measuring it, so that the
 * server draws it too. Only a picture: it takes no focus, and its numbers stand in a table beside it.
 */
export function Chart({
  description,
  height,
  labels,
  axisTitle,
  highest,
  formatValue,
  spread = 'points',
  detailOf,
  children,
}: Props) {
  const { length } = labels;
  const scale = useMemo(
    () => chartScaleOf(length, highest, height, spread),
    [length, highest, height, spread],
  );
  const { valueTicks, down, across, bottom } = scale;
  return (
    <ChartScaleContext.Provider value={scale}>
      <div role="img" aria-label={description} style={{ ...frame, height }}>
        <div style={axis}>
          {valueTicks.map((value) => (
            <div key={value} style={tickAt(down(value))}>
              <Text as="span" variant="bodySm" tone="subdued">
                {formatValue(value)}
              </Text>
            </div>
          ))}
        </div>
        <div style={plot}>
          {/* biome-ignore lint/a11y/noSvgWithoutTitle: a part of the picture, which has its name */}
          <svg width="100%" height={height} style={overflowing}>
            {valueTicks.map((value) => (
              <line
                key={value}
                x1="0"
                x2="100%"
                y1={down(value)}
                y2={down(value)}
                stroke={gridColor}
              />
            ))}
            {labels.map((label, index) =>
              label === '' ? null : (
                <text
                  // biome-ignore lint/suspicious/noArrayIndexKey: two places may have the same label
                  key={index}
                  x={`${across(index)}%`}
                  y={bottom + 18}
                  textAnchor="middle"
                  style={chartText}
                >
                  {label}
                </text>
              ),
            )}
            {axisTitle ? (
              <text x="50%" y={height - 8} textAnchor="middle" style={chartText}>
                {axisTitle}
              </text>
            ) : null}
            {children}
          </svg>
          {detailOf ? <PointedDetail detailOf={detailOf} /> : null}
        </div>
      </div>
    </ChartScaleContext.Provider>
  );
}

/** All in one cell, so that the widest makes the column as wide as it needs. */
function tickAt(top: number) {
  return {
    gridArea: '1 / 1',
    position: 'relative',
    top,
    height: 0,
    display: 'flex',
    alignItems: 'center',
    whiteSpace: 'nowrap',
    paddingInlineEnd: 'var(--p-space-200)',
  } as const;
}
