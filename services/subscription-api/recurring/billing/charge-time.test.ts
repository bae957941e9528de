import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayIn, hourOfDay, isoIn } from '#contract/calendar.ts';
import { chargeTimeOf, dueBefore, dueDayStart } from './charge-time.ts';

const zones = [
  'America/Los_Angeles',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Pacific/Kiritimati',
  'Africa/Casablanca',
  'America/Santiago',
  'UTC',
] as const;

const hours = fc.integer({ min: 0, max: 23 });
const instants = fc.date({
  min: new Date('2026-01-01'),
  max: new Date('2029-12-31'),
  noInvalidDate: true,
});

it.each([
  ['an ordinary day', 'America/New_York', '2026-11-23T05:00:00Z', 10, '2026-11-23T10:00:00-05:00'],
  ['the end of February', 'Europe/Berlin', '2028-02-29T22:59:59Z', 10, '2028-02-29T10:00:00+01:00'],
  [
    'the end of a month elsewhere',
    'Pacific/Auckland',
    '2026-01-30T12:00:00Z',
    10,
    '2026-01-31T10:00:00+13:00',
  ],
  [
    'an hour that clocks skip',
    'Europe/Berlin',
    '2027-03-28T10:00:00Z',
    2,
    '2027-03-28T03:00:00+02:00',
  ],
  [
    'an hour that clocks show twice',
    'Europe/Berlin',
    '2026-10-25T10:00:00Z',
    2,
    '2026-10-25T02:00:00+02:00',
  ],
  [
    'midnight that clocks skip',
    'America/Santiago',
    '2026-09-06T12:00:00Z',
    0,
    '2026-09-06T01:00:00-03:00',
  ],
  [
    'an early hour of a late date',
    'Europe/Berlin',
    '2026-11-23T22:30:00Z',
    0,
    '2026-11-23T00:30:00+01:00',
  ],
  ['a day of 25 hours', 'Europe/Berlin', '2026-10-25T22:59:00Z', 0, '2026-10-25T01:59:00+02:00'],
])('charges at the hour of the store on %s', (_, zone, expected, hour, charged) => {
  const at = chargeTimeOf(new Date(expected), { timeZone: zone, hour });
  expect(isoIn(zone, at)).toBe(charged);
});

it('charges on the day of the expected date, at the hour or later, never more than 23 hours early', () => {
  fc.assert(
    fc.property(instants, hours, fc.constantFrom(...zones), (expected, hour, timeZone) => {
      const at = chargeTimeOf(expected, { timeZone, hour });
      expect(dayIn(timeZone, at)).toBe(dayIn(timeZone, expected));
      expect(expected.getTime() - at.getTime()).toBeLessThanOrEqual(23 * 3_600_000);
      expect(Number(isoIn(timeZone, at).slice(11, 13))).toBeGreaterThanOrEqual(hour);
      expect(dueDayStart(expected, { timeZone, hour }).getTime()).toBeLessThanOrEqual(at.getTime());
    }),
  );
});

it('finds the hour of every day in every zone, or the next one where clocks skip it', () => {
  fc.assert(
    fc.property(instants, hours, fc.constantFrom(...zones), (date, hour, timeZone) => {
      const day = dayIn(timeZone, date);
      const shown = isoIn(timeZone, hourOfDay(timeZone, day, hour)).slice(0, 16);
      const ofThisHour = `${day}T${String(hour).padStart(2, '0')}:00`;
      expect(shown >= ofThisHour).toBe(true);
      expect(Date.parse(`${shown}Z`) - Date.parse(`${ofThisHour}Z`)).toBeLessThanOrEqual(3_600_000);
    }),
  );
});

it('knows of any cycle whether it is due, by its date alone', () => {
  const apart = fc.integer({ min: -60 * 60, max: 60 * 60 });
  fc.assert(
    fc.property(
      instants,
      apart,
      hours,
      fc.constantFrom(...zones),
      (expected, minutes, hour, timeZone) => {
        const schedule = { timeZone, hour };
        const chargeAt = chargeTimeOf(expected, schedule);
        const around = new Date(expected.getTime() + minutes * 60_000);
        for (const now of [around, chargeAt, new Date(chargeAt.getTime() - 1)]) {
          expect(expected < dueBefore(now, schedule)).toBe(chargeAt <= now);
        }
      },
    ),
  );
});
