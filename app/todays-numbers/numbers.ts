import { z } from 'zod';

const numberInWordsSchema = z.object({ value: z.string(), comparison: z.string().optional() });

/** A number of Home in words: what it is, and how it stands to the time before. */
export type NumberInWords = z.infer<typeof numberInWordsSchema>;

/** What Home tells of the store today. */
export const todaysNumbersSchema = z.object({
  activePlans: numberInWordsSchema,
  productsCovered: numberInWordsSchema,
  widget: numberInWordsSchema,
  newSubscriptions: numberInWordsSchema,
  revenue: numberInWordsSchema,
});

export type TodaysNumbers = z.infer<typeof todaysNumbersSchema>;
