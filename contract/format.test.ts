import { describe, expect, it } from 'vitest';
import {
  formatAtLeast,
  formatCount,
  formatDay,
  formatDayIn,
  formatInstant,
  formatPercent,
  formatStatus,
  formatTimeZone,
} from './format.ts';

it.each([
  [1, '1 variant'],
  [2000, '2,000 variants'],
  [0, '0 variants'],
])('counts %i', (count, words) => {
  expect(formatCount(count, 'variant')).toBe(words);
});

it('says where a count did not come to its end', () => {
  expect(formatAtLeast({ count: 20, precision: 'EXACT' })).toBe('20');
  expect(formatAtLeast({ count: 20, precision: 'AT_LEAST' })).toBe('20+');
});

it('writes percent with at most four decimals, without an error of binary numbers', () => {
  expect([12.5, 12.34567, 33.335].map(formatPercent)).toEqual(['12.5%', '12.3457%', '33.335%']);
});

it.each([
  ['America/Los_Angeles', 'Pacific Time'],
  ['Europe/Berlin', 'Central European Time'],
  // Known to nobody here: UTC.
  ['Mars/Olympus', 'GMT+00:00'],
])('names the time zone %s', (timeZone, name) => {
  expect(formatTimeZone(timeZone)).toBe(name);
});

it('says a status as a person would', () => {
  expect(formatStatus('PARTIALLY_FULFILLED')).toBe('Partially fulfilled');
  expect(formatStatus('PAID')).toBe('Paid');
});

describe('a date', () => {
  it('is the same in every time zone, as long as there is place for it', () => {
    expect(formatDay('2026-01-31')).toBe('Jan 31, 2026');
    expect(formatDay('2026-01-31', 'dayAndMonth')).toBe('Jan 31');
    expect(formatDay('2026-01-01', 'month')).toBe('Jan 2026');
    expect(formatDay('soon')).toBe('soon');
  });

  it('of a moment is in the time zone, and in UTC where nobody here knows the zone', () => {
    const moment = '2026-11-21T00:20:00Z';
    expect(formatDayIn('America/Los_Angeles', moment)).toBe('Nov 20, 2026');
    expect(formatInstant('America/Los_Angeles', moment).replace(/\s/g, ' ')).toBe(
      'Nov 20, 2026, 4:20 PM PST',
    );
    expect(formatInstant('Mars/Olympus', moment).replace(/\s/g, ' ')).toBe(
      'Nov 21, 2026, 12:20 AM UTC',
    );
  });
});
