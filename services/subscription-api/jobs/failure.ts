import { describeError } from '#process/logger.ts';

const longestMessage = 500;

/** What an operator reads of a failure: as it may be logged, and as PostgreSQL can keep it. */
export function failureOf(error: unknown): { message: string } {
  const { type, message, cause } = describeError(error);
  const told = [type, message, cause?.message].filter((part) => part !== undefined).join(': ');
  // No character of zero, and no half of one that takes two.
  return { message: Buffer.from(told.slice(0, longestMessage).replaceAll('\0', '')).toString() };
}
