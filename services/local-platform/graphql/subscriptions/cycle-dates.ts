import type { Anchor, ContractSchedule, Plan } from '../../store/records.ts';
import { timestampOf } from '../context.ts';
import { instantOf, wallClock } from './wall-clock.ts';

const second = 1_000;
const day = 86_400_000;

type Frequency = Pick<ContractSchedule, 'interval' | 'intervalCount' | 'anchors'> & {
  /** The wanted day of the month, from which short months may differ; by default the wall clock's own. */
  dayOfMonth?: number;
};

function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
}

/** Adds months and keeps the time of day; a short month gives its last day. */
function addMonths(wall: number, months: number, dayOfMonth?: number): number {
  const date = new Date(wall);
  const wished = dayOfMonth ?? date.getUTCDate();
  const first = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));
  const days = daysInMonth(first.getUTCFullYear(), first.getUTCMonth());
  return first.getTime() + (Math.min(wished, days) - 1) * day + (wall % day);
}

function addIntervals(wall: number, frequency: Frequency, times: number): number {
  const { interval, intervalCount, dayOfMonth } = frequency;
  const count = intervalCount * times;
  switch (interval) {
    case 'DAY':
      return wall + count * day;
    case 'WEEK':
      return wall + count * 7 * day;
    case 'MONTH':
      return addMonths(wall, count, dayOfMonth);
    case 'YEAR':
      return addMonths(wall, count * 12, dayOfMonth);
  }
}

/** Midnight of the first day of the week, month or year. */
function startOfPeriod(type: Anchor['type'], wall: number): number {
  const date = new Date(wall);
  const midnight = Math.floor(wall / day) * day;
  if (type === 'WEEKDAY') return midnight - ((date.getUTCDay() + 6) % 7) * day;
  if (type === 'MONTHDAY') return midnight - (date.getUTCDate() - 1) * day;
  return Date.UTC(date.getUTCFullYear(), 0, 1);
}

/** Midnight of an anchor's day in the period that begins at `start`. */
function anchorIn(start: number, anchor: Anchor): number {
  if (anchor.type === 'WEEKDAY') return start + (anchor.day - 1) * day;
  const date = new Date(start);
  const month = anchor.type === 'MONTHDAY' ? date.getUTCMonth() : (anchor.month ?? 1) - 1;
  const days = daysInMonth(date.getUTCFullYear(), month);
  return Date.UTC(date.getUTCFullYear(), month, Math.min(anchor.day, days));
}

/** The anchored days of the period that is `times` recurrences after that of `wall`, in ascending order. */
function anchoredDays(frequency: Frequency, wall: number, times: number): number[] {
  const type = frequency.anchors[0]?.type ?? 'WEEKDAY';
  const { interval, intervalCount } = frequency;
  const start = addIntervals(
    startOfPeriod(type, wall),
    { interval, intervalCount, anchors: [] },
    times,
  );
  return frequency.anchors
    .map((anchor) => anchorIn(start, anchor))
    .sort((left, right) => left - right);
}

const timeOfDayIn = ({ timeOfDay, firstDate }: ContractSchedule, timeZone: string) =>
  timeOfDay ?? wallClock(timeZone, Date.parse(firstDate)) % day;

/** When the nth cycle of a schedule, counted from 0, ends and is due; ms since 1970. */
export function dateInSchedule(schedule: ContractSchedule, timeZone: string, nth: number): number {
  const firstDate = Date.parse(schedule.firstDate);
  if (nth === 0) return firstDate;
  const firstDay = Math.floor(wallClock(timeZone, firstDate) / day) * day;
  const first = firstDay + timeOfDayIn(schedule, timeZone);
  const { anchors } = schedule;
  if (anchors.length === 0) return instantOf(timeZone, addIntervals(first, schedule, nth));
  const steps = schedule.repeatsFirst ? nth - 1 : nth;
  if (steps === 0) return firstDate;
  const passed = anchoredDays(schedule, first, 0).filter((anchor) => anchor <= first).length;
  const position = passed + steps - 1;
  const days = anchoredDays(schedule, first, Math.floor(position / anchors.length));
  return instantOf(timeZone, (days[position % anchors.length] ?? 0) + (first % day));
}

/** How many days before an anchor an order must be placed to be part of it. */
function cutoffDays(anchor: Anchor, at: number, cutoff: number | null): number {
  if (anchor.cutoffDay === null) return cutoff ?? 0;
  const ahead = anchor.day - anchor.cutoffDay;
  if (ahead >= 0) return ahead;
  if (anchor.type === 'WEEKDAY') return ahead + 7;
  const date = new Date(at);
  return Math.max(0, ahead + daysInMonth(date.getUTCFullYear(), date.getUTCMonth() - 1));
}

/** The first anchored day after `wall` whose cutoff hasn't passed. */
function nextAnchor(frequency: Frequency, wall: number, cutoff: number | null): number {
  // Looks at every period, whatever the interval count.
  const every = { interval: frequency.interval, anchors: frequency.anchors, intervalCount: 1 };
  const today = Math.floor(wall / day) * day;
  for (let period = 0; period < 12; period += 1) {
    const start = anchoredDays(every, wall, period);
    const type = frequency.anchors[0]?.type ?? 'WEEKDAY';
    const from = addIntervals(startOfPeriod(type, wall), every, period);
    for (const at of start) {
      const anchor = frequency.anchors.find((candidate) => anchorIn(from, candidate) === at);
      if (anchor === undefined || at <= today) continue;
      if (today <= at - cutoffDays(anchor, at, cutoff) * day) return at;
    }
  }
  throw new Error('A plan has anchors whose cutoff never ends');
}

/**
 * The dates of a contract from a checkout at `createdAt`. They keep the checkout's hour of the day in the store's zone. With anchors and
 * NEXT, the checkout has paid for the next anchor, so the first renewal is for the one after it.
 */
export function scheduleFor(
  { billing, delivery }: Plan,
  createdAt: Date,
  timeZone: string,
): ContractSchedule {
  if (billing.kind !== 'recurring') throw new Error('Only a recurring plan makes a contract');
  const { interval, intervalCount, anchors } = billing;
  const frequency = { interval, intervalCount, anchors };
  const created = wallClock(timeZone, createdAt.getTime());
  const hour = Math.floor(created / 3_600_000) * 3_600_000;
  const schedule = (wall: number): ContractSchedule => ({
    fromIndex: 1,
    startAt: timestampOf(createdAt),
    firstDate: timestampOf(new Date(instantOf(timeZone, wall))),
    repeatsFirst: false,
    dayOfMonth: new Date(created).getUTCDate(),
    timeOfDay: hour % day,
    ...frequency,
  });
  if (anchors.length === 0) return schedule(addIntervals(hour, frequency, 1));
  const next = schedule(nextAnchor(frequency, created, delivery.cutoff) + (hour % day));
  if (delivery.preAnchorBehavior !== 'NEXT') return next;
  return {
    ...next,
    firstDate: timestampOf(new Date(dateInSchedule(next, timeZone, 1))),
    repeatsFirst: anchors.length > 1,
  };
}

/**
 * The dates of a contract whose policy changes during the cycle `index`, which began at `startAt` by the schedule `before`. That cycle keeps
 * its beginning, gets a new end after now, and keeps the time of day and, if it had one, the day of the month.
 */
export function scheduleAfterChange(
  frequency: Omit<Frequency, 'dayOfMonth'>,
  current: { index: number; startAt: Date },
  before: ContractSchedule,
  now: Date,
  timeZone: string,
): ContractSchedule {
  // Every cycle except the first begins a second after the end of the one before.
  const isFirst = before.fromIndex === current.index;
  const began = wallClock(timeZone, current.startAt.getTime() - (isFirst ? 0 : second));
  const timeOfDay = timeOfDayIn(before, timeZone);
  const from = Math.floor(began / day) * day + timeOfDay;
  const hasDay = before.interval === 'MONTH' || before.interval === 'YEAR';
  const dayOfMonth = hasDay ? before.dayOfMonth : new Date(from).getUTCDate();
  const after = Math.max(from, wallClock(timeZone, now.getTime()));
  let end: number;
  if (frequency.anchors.length > 0) end = nextAnchor(frequency, after, 0) + timeOfDay;
  else {
    const wished = { ...frequency, dayOfMonth };
    let times = 1;
    while (addIntervals(from, wished, times) <= after) times += 1;
    end = addIntervals(from, wished, times);
  }
  return {
    fromIndex: current.index,
    startAt: timestampOf(current.startAt),
    firstDate: timestampOf(new Date(instantOf(timeZone, end))),
    repeatsFirst: false,
    dayOfMonth,
    timeOfDay,
    ...frequency,
  };
}

/** The day of the month that the store's calendar shows. */
export function dayOfMonthIn(timeZone: string, date: Date): number {
  return new Date(wallClock(timeZone, date.getTime())).getUTCDate();
}
