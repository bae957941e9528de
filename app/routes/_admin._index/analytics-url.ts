import { keyFigureDays } from '#contract/analytics-limits.ts';

/** The analytics of as many days as the figures are of, while nobody knows which days these are. */
export const analyticsUrl = `/analytics?days=${keyFigureDays}`;
