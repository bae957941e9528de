import { keyFigureDays } from '#contract/analytics-limits.ts';
import type { FigureInWords } from './figures.ts';

export const unavailable: Required<FigureInWords> = {
  value: '–',
  comparison: 'Not available right now',
};

/** Analytics of the key figures' number of days, for when the exact days aren't known. */
export const analyticsUrl = `/analytics?days=${keyFigureDays}`;
