import type { Summary } from '#contract/analytics.ts';
import type { Coverage } from '#contract/coverage.ts';
import { defaultLocale, formatMoney } from '#contract/money.ts';
import type { NumberInWords } from './numbers.ts';
import { unavailable } from './unavailable.ts';

const wholeNumber = new Intl.NumberFormat(defaultLocale);

export function wordsOfCount(counted: Coverage['plansCount'] | undefined): NumberInWords {
  if (counted === undefined) return unavailable;
  const count = wholeNumber.format(counted.count);
  return { value: counted.precision === 'EXACT' ? count : `${count} or more` };
}

export function wordsOfWidget(isOn: boolean | null): NumberInWords {
  if (isOn === null) return unavailable;
  return isOn
    ? { value: 'Live', comparison: 'On your theme' }
    : { value: 'Not live', comparison: 'See what is missing' };
}

export function wordsOfNewSubscriptions(summary: Summary | null): NumberInWords {
  return inThirtyDays(summary, 'newSubscriptions', (count) => wholeNumber.format(count));
}

export function wordsOfRevenue(summary: Summary | null): NumberInWords {
  return inThirtyDays(summary, 'revenue', (minorUnits) =>
    formatMoney(minorUnits, summary?.currencyCode ?? ''),
  );
}

function inThirtyDays(
  summary: Summary | null,
  name: 'newSubscriptions' | 'revenue',
  format: (amount: number) => string,
): NumberInWords {
  if (summary === null) return unavailable;
  if (summary.collection.asOf === null) {
    return { value: '–', comparison: 'Your orders are being collected' };
  }
  const { current, previous } = summary[name];
  if (current === 0 && previous === 0) return { value: 'None yet' };
  return { value: format(current), comparison: comparisonOf(current, previous) };
}

function comparisonOf(current: number, previous: number): string {
  const before = 'the 30 days before';
  if (previous <= 0) return `None in ${before}`;
  const percent = Math.round(((current - previous) / previous) * 100);
  if (percent === 0) return `As in ${before}`;
  return `${wholeNumber.format(Math.abs(percent))}% ${percent > 0 ? 'more' : 'less'} than in ${before}`;
}
