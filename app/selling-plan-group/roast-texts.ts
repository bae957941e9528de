/** Texts of the fields for an option's roast days. A list with one value is a single text. */
export type RoastTexts = {
  weekdays?: string | ReadonlyArray<string | undefined>;
  monthDay?: string;
  cutoff?: string;
  preAnchorBehavior?: string;
};

/** The texts of a list that are not empty. */
export function textsOf(value: unknown): string[] {
  const values = Array.isArray(value) ? value : [value];
  return values.filter((text): text is string => typeof text === 'string' && text !== '');
}

/** The days that the form shows, which are those of the interval. */
export function roastTextsOf({
  interval,
  weekdays,
  monthDay,
}: RoastTexts & { interval?: string | undefined }): {
  weekdays: string[];
  monthDay: string | undefined;
} {
  return {
    weekdays: interval === 'WEEK' ? textsOf(weekdays) : [],
    monthDay: interval === 'MONTH' ? textsOf(monthDay)[0] : undefined,
  };
}
