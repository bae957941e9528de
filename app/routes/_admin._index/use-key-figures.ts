import { useEffect } from 'react';
import { usePolling } from '../../requests/use-polling.ts';
import { useResource } from '../../requests/use-resource.ts';
import type { KeyFigures } from './figures.ts';
import { analyticsUrl, unavailable } from './no-figures.ts';

const noFigures: KeyFigures = {
  activePlans: unavailable,
  productsCovered: unavailable,
  widget: unavailable,
  newSubscriptions: unavailable,
  revenue: unavailable,
  analyticsUrl,
  isReading: false,
};

/** While the store's orders are read for the first time: when the figures are asked for again, in ms. */
const firstPause = 4_000;

/** The figures when Home was last open in this document, shown until there are newer ones. */
let lastSeen: KeyFigures | null = null;

/**
 * Home's key figures, null until there are any. They come after the screen, which need not wait, and not with its document: React
 * gives up a part of a page that is still to come when the merchant does something meanwhile.
 */
export function useKeyFigures(): KeyFigures | null {
  const { answer, failure, isAsking, reload } = useResource({
    path: '/resources/home/key-figures',
    answer: async () => (await import('./figures.ts')).keyFiguresSchema,
  });
  useEffect(() => {
    if (answer !== undefined) lastSeen = answer;
  }, [answer]);
  usePolling(
    answer?.isReading
      ? () => {
          if (!isAsking) reload();
        }
      : undefined,
    firstPause,
  );
  return answer ?? (failure === undefined ? lastSeen : noFigures);
}
