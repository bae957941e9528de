import { describeError } from '#process/logger.ts';

const longestMessage = 500;

/** A failure as an operator reads it: cleaned as for the log, at most 500 characters, and storable in PostgreSQL. */
export function failureOf(error: unknown): { message: string } {
  const { type, message, cause } = describeError(error);
  const told = [type, message, cause?.message].filter((part) => part !== undefined).join(': ');
  // PostgreSQL refuses NUL characters and lone surrogates, which the slice may leave.
  return { message: Buffer.from(told.slice(0, longestMessage).replaceAll('\0', '')).toString() };
}
