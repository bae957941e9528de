import { useEffect, useRef } from 'react';
import { type Resource, useResource } from '../../requests/use-resource.ts';
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

/** While the store's orders are read for the first time: when the figures are asked for again, in ms; each time it doubles. */
const firstPause = 4_000;
const longestPause = 60_000;

/** The figures when Home was last open in this document, shown until there are newer ones. */
let lastSeen: KeyFigures | null = null;

/**
 * Home's key figures, null until there are any. They come after the screen, which need not wait, and not with its document: React
 * gives up a part of a page that is still to come when the merchant does something meanwhile.
 */
export function useKeyFigures(): KeyFigures | null {
  const resource = useResource({
    path: '/resources/home/key-figures',
    answer: async () => (await import('./figures.ts')).keyFiguresSchema,
  });
  const { answer, failure } = resource;
  useEffect(() => {
    if (answer !== undefined) lastSeen = answer;
  }, [answer]);
  useReloadWhileReading(resource);
  return answer ?? (failure === undefined ? lastSeen : noFigures);
}

/** A screen that nobody looks at waits until it is shown again. */
function useReloadWhileReading({ answer, failure, reload }: Resource<KeyFigures>): void {
  const pause = useRef(firstPause);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one that failed is tried again too
  useEffect(() => {
    if (!answer?.isReading) return;
    const again = () => {
      if (!document.hidden) reload();
    };
    const timer = setTimeout(again, pause.current);
    pause.current = Math.min(2 * pause.current, longestPause);
    document.addEventListener('visibilitychange', again);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', again);
    };
  }, [answer, failure, reload]);
}
