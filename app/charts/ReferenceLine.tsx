import { useChartScale } from './chart-scale.ts';
import { chartText, textColor } from './chart-style.ts';

/** On a card's ground, also where a line of the grid passes behind the words. */
const readable = {
  ...chartText,
  stroke: 'var(--p-color-bg-surface)',
  strokeWidth: 4,
  paintOrder: 'stroke',
} as const;

/** A dashed line at a value that the others are compared with, its words above it. */
export function ReferenceLine({ value, label }: { value: number; label: string }) {
  const { down } = useChartScale();
  const y = down(value);
  return (
    <>
      <line x1="0" x2="100%" y1={y} y2={y} stroke={textColor} strokeDasharray="4 4" />
      <text x="100%" y={y - 9} textAnchor="end" style={readable}>
        {label}
      </text>
    </>
  );
}
