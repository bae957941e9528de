import { LRUCache } from 'lru-cache';

/** A wall clock is in milliseconds since 1970, as if the zone's clocks showed UTC. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({
  max: 100,
  memoMethod: (timeZone) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'iso8601',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    }),
});

const offsets = new LRUCache<string, number>({ max: 100_000 });
const hour = 3_600_000;

/** How far the zone's clocks are ahead of UTC. It can change at any quarter of an hour, so that's the cache's grain. */
function offsetAt(timeZone: string, instant: number): number {
  const quarter = Math.floor(instant / (hour / 4)) * (hour / 4);
  const key = `${timeZone} ${quarter}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const parts = new Map(
    formats
      .memo(timeZone)
      .formatToParts(quarter)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
  const shown = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
  );
  offsets.set(key, shown - quarter);
  return shown - quarter;
}

export function wallClock(timeZone: string, instant: number): number {
  return instant + offsetAt(timeZone, instant);
}

/** The instant at which clocks show this: the first of two if they repeat it, and later by the gap if they skip it. */
export function instantOf(timeZone: string, wall: number): number {
  const before = wall - offsetAt(timeZone, wall - 24 * hour);
  if (wallClock(timeZone, before) === wall) return before;
  const after = wall - offsetAt(timeZone, wall + 24 * hour);
  return wallClock(timeZone, after) === wall ? after : before;
}
