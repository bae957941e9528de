// Apart from the schemas, so that a browser that shows charts doesn't load what checks them.

/** The longest range of analytics, in days: two years and a leap day. */
export const maximumRangeDays = 731;

/** How long the range is unless told, in days. */
export const defaultRangeDays = 365;

/** How many months after its first a cohort is followed. */
export const followedMonths = 12;
