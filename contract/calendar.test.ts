import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  dayIn,
  daysBetween,
  isDay,
  isoIn,
  isTimeZone,
  monthOf,
  startOfDay,
  weekOf,
  weeksBetween,
} from './calendar.ts';

const timeZones = Intl.supportedValuesOf('timeZone');
const anyZone = fc.constantFrom(...timeZones);
const anyInstant = fc.date({
  min: new Date('1980-01-01T00:00:00Z'),
  max: new Date('2060-12-31T00:00:00Z'),
  noInvalidDate: true,
});
const anyDay = anyInstant.map((instant) => instant.toISOString().slice(0, 10));

describe('the calendar', () => {
  it('puts every instant into the day that begins before it and ends after it', () => {
    fc.assert(
      fc.property(anyZone, anyInstant, (timeZone, instant) => {
        const day = dayIn(timeZone, instant);
        expect(isDay(day)).toBe(true);
        expect(startOfDay(timeZone, day).getTime()).toBeLessThanOrEqual(instant.getTime());
        expect(startOfDay(timeZone, addDays(day, 1)).getTime()).toBeGreaterThan(instant.getTime());
      }),
      { numRuns: 500 },
    );
  });

  it('begins a day at its first moment', () => {
    fc.assert(
      fc.property(anyZone, anyDay, (timeZone, day) => {
        const begin = startOfDay(timeZone, day);
        expect(dayIn(timeZone, new Date(begin.getTime() - 1)) < day).toBe(true);
        expect(dayIn(timeZone, begin) >= day).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('writes every instant by the clocks of a time zone, and it stays the same instant', () => {
    fc.assert(
      fc.property(anyZone, anyInstant, (timeZone, instant) => {
        const written = isoIn(timeZone, instant);
        expect(written.slice(0, 10)).toBe(dayIn(timeZone, instant));
        expect(Math.abs(Date.parse(written) - instant.getTime())).toBeLessThan(61_000);
      }),
      { numRuns: 500 },
    );
    const instant = new Date('2027-03-02T07:00:00Z');
    expect(isoIn('America/Los_Angeles', instant)).toBe('2027-03-01T23:00:00-08:00');
    expect(isoIn('Asia/Kolkata', instant)).toBe('2027-03-02T12:30:00+05:30');
    expect(isoIn('No/Where', instant)).toBe('2027-03-02T07:00:00+00:00');
  });

  it.each([
    ['America/Los_Angeles', '2026-03-08', '2026-03-08T08:00:00.000Z'],
    ['America/Los_Angeles', '2026-03-09', '2026-03-09T07:00:00.000Z'],
    ['Asia/Kolkata', '2026-01-01', '2025-12-31T18:30:00.000Z'],
    // Clocks went from 24:00 to 1:00: the day began an hour late.
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00:00.000Z'],
    ['No/Where', '2026-01-01', '2026-01-01T00:00:00.000Z'],
  ])('knows when in %s %s begins', (timeZone, day, begin) => {
    expect(startOfDay(timeZone, day).toISOString()).toBe(begin);
  });

  it('has weeks of seven days from Monday on', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 800 }), (from, days) => {
        const to = addDays(from, days);
        const weeks = weeksBetween(from, to);
        expect(weeks[0]).toBe(weekOf(from));
        expect(weeks.at(-1)).toBe(weekOf(to));
        for (const [index, week] of weeks.entries()) {
          expect(new Date(week).getUTCDay()).toBe(1);
          expect(daysBetween(weeks[0] ?? '', week)).toBe(index * 7);
        }
        expect(daysBetween(weekOf(to), to)).toBeLessThan(7);
      }),
    );
  });

  it('adds months without leaving them', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(addMonths('2024-01-31', 1)).toBe('2024-02-29');
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 60 }), (day, months) => {
        const later = addMonths(day, months);
        const [year = 0, month = 0] = later.split('-').map(Number);
        const [oldYear = 0, oldMonth = 0] = day.split('-').map(Number);
        expect(year * 12 + month).toBe(oldYear * 12 + oldMonth + months);
        expect(later.slice(8) <= day.slice(8)).toBe(true);
        expect(monthOf(later)).toBe(addMonths(monthOf(day), months));
      }),
    );
  });

  it('knows days and time zones when it sees them', () => {
    for (const day of [
      ...['2026-02-30', '2026-2-3', '0999-01-01', 'yesterday', ''],
      ...['12026-01-31', '2026-01-311', '2026-01-31T', ' 2026-01-31', '2026-01-31 '],
      '9999-12-31',
    ]) {
      expect(isDay(day)).toBe(false);
    }
    expect(isDay('2024-02-29')).toBe(true);
    expect([isTimeZone('Europe/Berlin'), isTimeZone('Mars/Olympus')]).toEqual([true, false]);
    // Without the zone, this would be the last moment of the day before in UTC.
    const midnight = new Date('2026-11-21T00:00:00Z');
    expect(dayIn('Mars/Olympus', midnight)).toBe('2026-11-21');
  });
});
