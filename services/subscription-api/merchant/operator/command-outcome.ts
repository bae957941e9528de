import { z } from 'zod';

/** Whether the command succeeded, and the lines to print for the operator. */
export const commandOutcomeSchema = z.object({ done: z.boolean(), lines: z.array(z.string()) });
export type CommandOutcome = z.infer<typeof commandOutcomeSchema>;

/** Replaces control characters, so that a terminal doesn't take foreign text for commands. */
export function printable(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ');
}
