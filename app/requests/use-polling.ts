import { useEffect, useRef } from 'react';

/** The longest pause between two polls, in ms. */
const longestPause = 60_000;

/**
 * Calls `poll` when the merchant comes back to the tab. With `firstPause`, in ms, also time and again while the tab is in sight: each
 * pause is twice as long, at most a minute, and begins once the poll before it is over. No `poll` ends it, and aborts its signal.
 */
export function usePolling(
  poll: ((signal: AbortSignal) => unknown) | undefined,
  firstPause?: number,
): void {
  const latest = useRef(poll);
  latest.current = poll;
  const isOn = poll !== undefined;
  useEffect(() => {
    if (!isOn) return;
    const controller = new AbortController();
    const { signal } = controller;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const pollInSight = async () => {
      if (document.visibilityState === 'visible') await latest.current?.(signal);
    };
    const pollAfter = (pause: number) => {
      timer = setTimeout(async () => {
        await pollInSight();
        if (!signal.aborted) pollAfter(Math.min(2 * pause, longestPause));
      }, pause);
    };
    if (firstPause !== undefined) pollAfter(firstPause);
    document.addEventListener('visibilitychange', pollInSight, { signal });
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [isOn, firstPause]);
}
