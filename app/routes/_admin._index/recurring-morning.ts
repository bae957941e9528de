import { z } from 'zod';
import { failureClasses } from '#contract/recurring-orders-names.ts';
import { figureInWordsSchema } from './figures.ts';

export const recurringMorningSchema = z.object({
  state: z.enum(['before', 'live', 'stopped']),
  /** The store's day. */
  day: z.string(),
  /** Why nothing is charged; null if nothing is in the way. */
  notice: z
    .object({ title: z.string(), text: z.string(), action: z.string(), url: z.string() })
    .nullable(),
  due: figureInWordsSchema,
  charged: figureInWordsSchema,
  failed: figureInWordsSchema,
  toDecide: figureInWordsSchema,
  expected: figureInWordsSchema,
  /** The number of failed orders for each kind of reason, the most frequent first. */
  failures: z.array(z.object({ failureClass: z.enum(failureClasses), text: z.string() })),
  /** Whether orders of today are still to be charged. */
  isMoving: z.boolean(),
});

export type RecurringMorning = z.infer<typeof recurringMorningSchema>;
