import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoIn } from '#contract/calendar.ts';
import { isSameDay, writableFrom } from './quiet-hours.ts';

const berlin = 'Europe/Berlin';
const at = (time: string) => new Date(time);

describe('a customer is written to', () => {
  it.each([
    ['at once by day', '2026-11-25T12:00:00Z', 'DE', '2026-11-25T12:00:00Z'],
    ['in the morning at night', '2026-11-25T22:30:00Z', 'DE', '2026-11-26T07:00:00Z'],
    ['by day in all of their country', '2026-11-25T14:00:00Z', 'US', '2026-11-25T18:00:00Z'],
    [
      'by the store’s clock without a country',
      '2026-11-25T21:00:00Z',
      null,
      '2026-11-26T07:00:00Z',
    ],
    [
      'by the store’s clock in a country nobody knows',
      '2026-11-25T09:00:00Z',
      'ZZ',
      '2026-11-25T09:00:00Z',
    ],
    ['in summer time too', '2026-07-01T03:10:00Z', 'DE', '2026-07-01T06:00:00Z'],
  ])('%s', (_, now, country, expected) => {
    expect(writableFrom(at(now), country, berlin)).toEqual(at(expected));
  });

  it('never at night, never in the past and within two days, wherever they live', () => {
    const countries = fc.constantFrom('DE', 'US', 'RU', 'AU', 'BR', 'JP', 'IN', 'KI', 'FR', null);
    const moments = fc.date({
      min: at('2026-01-01T00:00:00Z'),
      max: at('2027-12-31T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moments, countries, (now, country) => {
        const from = writableFrom(now, country, berlin);
        expect(from.getTime()).toBeGreaterThanOrEqual(now.getTime());
        expect(from.getTime() - now.getTime()).toBeLessThanOrEqual(48 * 3_600_000);
        const zones = { DE: berlin, US: 'America/New_York', JP: 'Asia/Tokyo', IN: 'Asia/Kolkata' };
        const zone = Object.entries(zones).find(([name]) => name === country)?.[1] ?? null;
        if (zone === null) return;
        const hour = Number(isoIn(zone, from).slice(11, 13));
        expect(hour).toBeGreaterThanOrEqual(8);
        expect(hour).toBeLessThan(21);
      }),
    );
  });
});

describe('it is the same day', () => {
  it.each([
    [true, 'by the customer’s clock', 'GB', '06:30', '08:00', 'America/Los_Angeles'],
    [false, 'by no other one', 'GB', '22:00', '08:00', 'Australia/Sydney'],
    [true, 'in all of their country', 'US', '18:00', '23:00', berlin],
    [true, 'by the store’s clock in a wide country', 'US', '09:00', '18:00', 'America/New_York'],
    [false, 'nowhere', 'US', '04:00', '18:00', 'America/New_York'],
    [true, 'by the store’s clock without a country', null, '09:00', '18:00', berlin],
  ])('%s: %s', (expected, _, country, one, other, store) => {
    const day = other < one ? '2026-11-26' : '2026-11-25';
    const [first, second] = [at(`2026-11-25T${one}:00Z`), at(`${day}T${other}:00Z`)];
    expect(isSameDay(first, second, country, store)).toBe(expected);
  });
});
