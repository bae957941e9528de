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

/** First pause before asking again while Cadence reads the store's orders, in ms; it doubles, see `usePolling`. */
const firstPause = 4_000;

/** The figures from the last time that Home was open in this document, shown until new ones arrive. */
let lastSeen: KeyFigures | null = null;

/**
 * Home's key figures, null until there are any. They load after the screen, so that it needn't wait. Streaming them with the document
 * doesn't work: React drops a part that is still to come when the merchant does something in the meantime.
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
    () => {
      if (!isAsking) reload();
    },
    answer?.isReading ? firstPause : undefined,
  );
  return answer ?? (failure === undefined ? lastSeen : noFigures);
}
