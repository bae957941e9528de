import { z } from 'zod';
import { failureClasses } from '#contract/recurring-orders-names.ts';
import { figureInWordsSchema } from './figures.ts';

/** What Home says of recurring orders in the morning, in words. */
export const recurringMorningSchema = z.object({
  state: z.enum(['before', 'live', 'stopped']),
  /** Today, in the store. */
  day: z.string(),
  /** Why nothing is charged; null where nothing keeps it from being. */
  notice: z
    .object({ title: z.string(), text: z.string(), action: z.string(), url: z.string() })
    .nullable(),
  due: figureInWordsSchema,
  charged: figureInWordsSchema,
  failed: figureInWordsSchema,
  toDecide: figureInWordsSchema,
  expected: figureInWordsSchema,
  /** How many orders failed for which kind of reason, the most frequent first. */
  failures: z.array(z.object({ failureClass: z.enum(failureClasses), text: z.string() })),
  /** Whether something of today is still to come. */
  isMoving: z.boolean(),
});

export type RecurringMorning = z.infer<typeof recurringMorningSchema>;
