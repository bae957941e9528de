import { formatCount, formatDay, formatTimeZone } from './format.ts';
import { anchorsInWords, weekdayInWords } from './plan-words.ts';
import { anchorsOf, type RoastOption } from './roast-option.ts';

/** The end of a day, as people say it. */
export const endOfDay = '11:59 PM';

/** An order's roast day and its last day for changes: "Roasted on Tuesday, Dec 8; changes until Saturday, Dec 5, 11:59 PM Pacific Time". */
export function roastInWords(day: string, lastDay: string, zoneName: string): string {
  const roasted = `Roasted on ${formatDay(day, 'weekday')}`;
  // It is charged before this day is over.
  if (lastDay >= day) return roasted;
  return `${roasted}; changes until ${formatDay(lastDay, 'weekday')}, ${endOfDay} ${zoneName}`;
}

/**
 * A plan's roast days for its customers, by the store's time zone: "Roasted on Tuesdays. Changes until the Saturday before, 11:59 PM
 * Pacific Time." Empty for an option without any.
 */
export function roastRuleInWords(option: RoastOption, timeZone: string): string {
  const anchors = anchorsOf(option);
  const [first] = anchors;
  if (first === undefined) return '';
  const { cutoff = 0 } = option;
  const isOneWeekday = first.type === 'WEEKDAY' && anchors.length === 1;
  const before = isOneWeekday
    ? `the ${weekdayInWords(((first.day - cutoff + 6) % 7) + 1)} before`
    : `${formatCount(cutoff, 'day')} before`;
  const roasted = `Roasted ${anchorsInWords(anchors).join('')}.`;
  // An order is charged before its day is over.
  if (cutoff === 0) return roasted;
  return `${roasted} Changes until ${before}, ${endOfDay} ${formatTimeZone(timeZone)}.`;
}
