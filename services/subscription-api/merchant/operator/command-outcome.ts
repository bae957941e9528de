import { z } from 'zod';

/** Whether it was done, and what to tell the operator, a line each. */
export const commandOutcomeSchema = z.object({ done: z.boolean(), lines: z.array(z.string()) });
export type CommandOutcome = z.infer<typeof commandOutcomeSchema>;

/** Others wrote it: a terminal must not take it for commands of its own. */
export function printable(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ');
}
