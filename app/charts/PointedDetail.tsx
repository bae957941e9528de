import { BlockStack, Box, Text } from '@shopify/polaris';
import { type PointerEvent, useState } from 'react';
import { useChartScale } from './chart-scale.ts';
import { gridColor } from './chart-style.ts';

/** The details of one value of the chart; the text stands at `value`. */
export type Detail = { title: string; lines: string[]; value: number };

const everywhere = { position: 'absolute', inset: 0 } as const;

/** Says the values of the place that the pointer is nearest to. Only it is drawn anew as the pointer moves. */
export function PointedDetail({ detailOf }: { detailOf: (index: number) => Detail }) {
  const { nearest, across, down, bottom, count } = useChartScale();
  const [pointed, setPointed] = useState<number | null>(null);
  const index = pointed === null || pointed >= count ? null : pointed;

  function point({ clientX, currentTarget }: PointerEvent<HTMLDivElement>) {
    const { left, width } = currentTarget.getBoundingClientRect();
    if (width > 0) setPointed(nearest((clientX - left) / width));
  }

  return (
    <div style={everywhere} onPointerMove={point} onPointerLeave={() => setPointed(null)}>
      {index === null ? null : (
        <>
          <div style={cursorAt(across(index), bottom)} />
          <Words detail={detailOf(index)} left={across(index)} down={down} />
        </>
      )}
    </div>
  );
}

function cursorAt(left: number, height: number) {
  return {
    position: 'absolute',
    left: `${left}%`,
    height,
    borderInlineStart: `1px solid ${gridColor}`,
  } as const;
}

type WordsProps = { detail: Detail; left: number; down: (value: number) => number };

function Words({ detail, left, down }: WordsProps) {
  const isRight = left > 50;
  return (
    <div
      style={{
        position: 'absolute',
        left: `${left}%`,
        top: down(detail.value),
        transform: `translate(${isRight ? 'calc(-100% - 10px)' : '10px'}, 10px)`,
        pointerEvents: 'none',
        whiteSpace: 'nowrap',
      }}
    >
      <Box
        background="bg-surface"
        borderColor="border"
        borderWidth="025"
        borderRadius="200"
        shadow="200"
        padding="200"
      >
        <BlockStack gap="050">
          <Text as="p">{detail.title}</Text>
          {detail.lines.map((text) => (
            <Text as="p" key={text}>
              {text}
            </Text>
          ))}
        </BlockStack>
      </Box>
    </div>
  );
}
