import { addDays, dayIn, hourOfDay, startOfDay } from '#contract/calendar.ts';

/** When a store charges: its time zone (IANA), and the hour (0 to 23) that the merchant set. */
export type ChargeSchedule = { timeZone: string; hour: number };

/** The platform refuses charges more than 24 h early. An hour is spare, because clocks differ. */
export const earliestBefore = 23 * 3_600_000;

/** The earliest time to charge a cycle: the merchant's hour on the store's day of the expected date, and at most 23 h before that date. */
export function chargeTimeOf(expectedAt: Date, { timeZone, hour }: ChargeSchedule): Date {
  const onItsDay = hourOfDay(timeZone, dayIn(timeZone, expectedAt), hour);
  return new Date(Math.max(onItsDay.getTime(), expectedAt.getTime() - earliestBefore));
}

/** The start of the store's day on which a cycle is due. */
export function dueDayStart(expectedAt: Date, { timeZone }: ChargeSchedule): Date {
  return startOfDay(timeZone, dayIn(timeZone, expectedAt));
}

/** Cycles expected before this time are due, by {@link chargeTimeOf}. */
export function dueBefore(now: Date, { timeZone, hour }: ChargeSchedule): Date {
  const today = dayIn(timeZone, now);
  const hasBegun = hourOfDay(timeZone, today, hour) <= now;
  const end = startOfDay(timeZone, hasBegun ? addDays(today, 1) : today);
  return new Date(Math.min(end.getTime(), now.getTime() + earliestBefore + 1));
}
