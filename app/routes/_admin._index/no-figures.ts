import { keyFigureDays } from '#contract/analytics-limits.ts';
import type { FigureInWords } from './figures.ts';

export const unavailable: Required<FigureInWords> = {
  value: '–',
  comparison: 'Not available right now',
};

/** The analytics of as many days as the figures are of, while nobody knows which days these are. */
export const analyticsUrl = `/analytics?days=${keyFigureDays}`;
