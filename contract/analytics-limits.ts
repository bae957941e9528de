// Apart from the schemas, so that a browser that shows charts doesn't load what checks them.

/** The longest range of analytics, in days: two years and a leap day. */
export const maximumRangeDays = 731;

/** Cadence has no orders of days before this one. */
export const earliestDay = '2000-01-01';

/** Why a range is refused. */
export const rangeTexts = {
  reversed: 'The first day can’t be after the last',
  tooLong: 'Please choose a range of two years or less',
  tooEarly: 'Please choose a day from the year 2000 on',
  toCome: 'Please choose today or an earlier day',
} as const;

/** The default length of the range, in days. */
export const defaultRangeDays = 365;

/** The range of Home's figures, in days. */
export const keyFigureDays = 30;

/** For how many months a cohort is followed. */
export const followedMonths = 12;
