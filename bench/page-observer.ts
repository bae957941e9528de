import type { Frame } from '@playwright/test';

type Shift = { at: number; value: number; afterInput: boolean; moved: string };
type Interaction = { id: number; at: number; duration: number; words: string };

/** The browser's own measurements of a page, in milliseconds of the page's clock. */
type Observed = {
  firstPaintAt: number;
  largestPaint: { at: number; element: string } | null;
  shifts: Shift[];
  interactions: Interaction[];
};

declare global {
  var observed: Observed | undefined;
}

/** Observes frames of the origin. Runs in every frame before the frame's own scripts. */
export function observePage(origin: string): void {
  if (location.origin !== origin) return;
  const found: Observed = { firstPaintAt: 0, largestPaint: null, shifts: [], interactions: [] };
  globalThis.observed = found;
  const words = (node: Node | null | undefined) => {
    const element = node instanceof Element ? node : node?.parentElement;
    return element
      ? `${element.tagName.toLowerCase()} “${(element.textContent ?? '').trim().slice(0, 40)}”`
      : '(gone)';
  };
  type Paint = PerformanceEntry & { element?: Element };
  type LayoutShift = PerformanceEntry & {
    value: number;
    hadRecentInput: boolean;
    sources: Array<{ node: Node | null; previousRect: DOMRect; currentRect: DOMRect }>;
  };
  type Event = PerformanceEventTiming & { interactionId: number };
  const isPaint = (entry: PerformanceEntry): entry is Paint =>
    entry.entryType === 'largest-contentful-paint';
  const isShift = (entry: PerformanceEntry): entry is LayoutShift =>
    entry.entryType === 'layout-shift';
  const isEvent = (entry: PerformanceEntry): entry is Event => entry.entryType === 'event';

  const take = (entry: PerformanceEntry) => {
    const at = entry.startTime;
    if (entry.name === 'first-paint') {
      found.firstPaintAt = at;
    } else if (isPaint(entry)) {
      found.largestPaint = { at, element: words(entry.element) };
    } else if (isShift(entry)) {
      const moved = entry.sources.map(({ node, previousRect: before, currentRect: after }) =>
        [words(node), before.y, before.height, '→', after.y, after.height].join(' '),
      );
      const { value, hadRecentInput: afterInput } = entry;
      found.shifts.push({ at, value, afterInput, moved: moved.join(', ') });
    } else if (isEvent(entry) && entry.interactionId !== 0) {
      const { interactionId: id, duration, name, processingStart, processingEnd } = entry;
      const waited = Math.round(processingStart - at);
      const worked = Math.round(processingEnd - processingStart);
      const said = `${name}: waited ${waited}, worked ${worked} ms`;
      found.interactions.push({ id, at, duration, words: said });
    }
  };
  for (const type of ['paint', 'largest-contentful-paint', 'layout-shift', 'event']) {
    const wanted = { type, buffered: true, durationThreshold: 16 };
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe(wanted);
  }
}

/** The measurements so far, with the page's clock. */
export async function readObserved(frame: Frame): Promise<Observed & { now: number }> {
  // The browser reports an interaction only after painting its result.
  return frame.evaluate(
    () =>
      new Promise<Observed & { now: number }>((resolve, reject) => {
        requestAnimationFrame(() =>
          setTimeout(() => {
            if (observed) resolve({ ...observed, now: performance.now() });
            else reject(new Error('The page is not observed.'));
          }, 100),
        );
      }),
  );
}

/** Cumulative layout shift: the largest sum within a window of at most 5 s in which shifts are less than 1 s apart. */
export function layoutShiftOf(shifts: readonly Shift[]): number {
  let largest = 0;
  let sum = 0;
  let first = Number.NEGATIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const { at, value, afterInput } of shifts) {
    if (afterInput) continue;
    if (at - last > 1_000 || at - first > 5_000) {
      sum = 0;
      first = at;
    }
    sum += value;
    last = at;
    largest = Math.max(largest, sum);
  }
  return largest;
}

/** The slowest interaction since a moment; undefined if none was slow enough for the browser to report it. */
export function slowestSince(interactions: readonly Interaction[], from: number) {
  return interactions
    .filter(({ at }) => at >= from)
    .reduce<Interaction | undefined>(
      (slowest, each) => (slowest && slowest.duration >= each.duration ? slowest : each),
      undefined,
    );
}
