import { useEffect } from 'react';
import { useResource } from '../../requests/use-resource.ts';
import { analyticsUrl } from './analytics-url.ts';
import type { KeyFigures } from './figures.ts';
import { unavailable } from './unavailable.ts';

const noFigures: KeyFigures = {
  activePlans: unavailable,
  productsCovered: unavailable,
  widget: unavailable,
  newSubscriptions: unavailable,
  revenue: unavailable,
  analyticsUrl,
};

/** The figures when Home was last open in this document, shown until there are newer ones. */
let lastSeen: KeyFigures | null = null;

/**
 * Home's key figures, null until there are any. They come after the screen, which need not wait, and not with its document: React
 * gives up a part of a page that is still to come when the merchant does something meanwhile.
 */
export function useKeyFigures(): KeyFigures | null {
  const { answer, failure } = useResource({
    path: '/resources/home/key-figures',
    answer: async () => (await import('./figures.ts')).keyFiguresSchema,
  });
  useEffect(() => {
    if (answer !== undefined) lastSeen = answer;
  }, [answer]);
  return answer ?? (failure === undefined ? lastSeen : noFigures);
}
