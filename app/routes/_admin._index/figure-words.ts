import type { Summary, Totals } from '#contract/analytics.ts';
import { keyFigureDays } from '#contract/analytics-limits.ts';
import type { Coverage } from '#contract/coverage.ts';
import { formatMoney, formatNumber, formatPercent } from '#contract/format.ts';
import type { FigureInWords } from './figures.ts';
import { unavailable } from './no-figures.ts';

export function wordsOfCount(counted: Coverage['plansCount'] | undefined): FigureInWords {
  if (counted === undefined) return unavailable;
  const count = formatNumber(counted.count);
  return { value: counted.precision === 'EXACT' ? count : `${count} or more` };
}

export function wordsOfWidget(isOn: boolean | null): FigureInWords {
  if (isOn === null) return unavailable;
  return isOn
    ? { value: 'Live', comparison: 'On your theme' }
    : { value: 'Not live', comparison: 'See what’s missing' };
}

// Short, since the column is narrow. Analytics, which the figure leads to, says more.
const because = {
  none: 'Shopify has no subscriptions to count.',
  reading: 'Counted by orders for now.',
  refused: 'Counted by orders.',
};

export function wordsOfNewSubscriptions(summary: Summary | null): FigureInWords {
  const { value, comparison } = compared(summary, 'newSubscriptions', formatNumber);
  const subscriptions = summary?.orderImport.subscriptions ?? 'known';
  if (summary?.orderImport.asOf == null || subscriptions === 'known') return { value, comparison };
  // A store without sales needs no explanation of its zero.
  if (subscriptions === 'none' && summary.current.revenue + summary.previous.revenue <= 0) {
    return { value, comparison };
  }
  return { value, comparison: `${comparison}. ${because[subscriptions]}` };
}

export function wordsOfRevenue(summary: Summary | null): FigureInWords {
  const { value, comparison } = compared(summary, 'revenue', (minorUnits) =>
    formatMoney(minorUnits, summary?.currencyCode ?? ''),
  );
  return summary?.hasOtherCurrencies
    ? { value, comparison: `${comparison}. Without other currencies.` }
    : { value, comparison };
}

function compared(
  summary: Summary | null,
  name: keyof Totals,
  format: (amount: number) => string,
): Required<FigureInWords> {
  if (summary === null) return unavailable;
  if (summary.orderImport.asOf === null) {
    return { value: '–', comparison: 'Cadence is reading your orders' };
  }
  const current = summary.current[name];
  return { value: format(current), comparison: comparisonOf(current, summary.previous[name]) };
}

function comparisonOf(current: number, previous: number): string {
  const now = `Last ${keyFigureDays} days`;
  const before = `the ${keyFigureDays} before`;
  if (previous <= 0) return current <= 0 ? now : `${now}, none in ${before}`;
  const percent = Math.round(((current - previous) / previous) * 100);
  if (percent === 0) return `${now}, same as ${before}`;
  const change = `${percent > 0 ? 'up' : 'down'} ${formatPercent(Math.abs(percent))}`;
  return `${now}, ${change} on ${before}`;
}
