import { addDays, dayIn, hourOfDay, startOfDay } from '#contract/calendar.ts';

/** When a store charges: its time zone (IANA), and the hour (0 to 23) that the merchant set. */
export type ChargeSchedule = { timeZone: string; hour: number };

/** The platform refuses more than 24 h; an hour is kept for clocks that differ. */
const earliestBefore = 23 * 3_600_000;

/**
 * From when on a cycle may be charged: on the store's day of its expected date, at the merchant's hour, and not more than 23 h before.
 */
export function chargeTimeOf(expectedAt: Date, { timeZone, hour }: ChargeSchedule): Date {
  const onItsDay = hourOfDay(timeZone, dayIn(timeZone, expectedAt), hour);
  return new Date(Math.max(onItsDay.getTime(), expectedAt.getTime() - earliestBefore));
}

/** When the day of the store begins on which a cycle is due. */
export function dueDayStart(expectedAt: Date, { timeZone }: ChargeSchedule): Date {
  return startOfDay(timeZone, dayIn(timeZone, expectedAt));
}

/** Those cycles are due, by {@link chargeTimeOf}, that are expected before this. */
export function dueBefore(now: Date, { timeZone, hour }: ChargeSchedule): Date {
  const today = dayIn(timeZone, now);
  const hasBegun = hourOfDay(timeZone, today, hour) <= now;
  const end = startOfDay(timeZone, hasBegun ? addDays(today, 1) : today);
  return new Date(Math.min(end.getTime(), now.getTime() + earliestBefore + 1));
}
