import { useLocation, useRevalidator } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { type ScreenCache, screenKeyOf } from './screen-cache.ts';

/** The screen's half of its memory: where remembered data is shown, it is loaded anew behind it. */
export function useStaleWhileRevalidate<Data>(memory: ScreenCache<Data>, data: Data): void {
  const key = screenKeyOf(useLocation());
  const { revalidate } = useRevalidator();
  const latest = useRef(revalidate);
  latest.current = revalidate;
  useEffect(() => {
    if (memory.shown(key, data)) latest.current();
  }, [memory, key, data]);
  useEffect(() => () => memory.left(key), [memory, key]);
}
