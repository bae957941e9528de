/** Specification §9. */
const retries = 3;
const firstDelay = 1_000;
const longestDelay = 30_000;

type RetryOptions = {
  /** Whether a later try may go well where one ended with this error. */
  isPassing: (error: unknown) => boolean;
  /** How long to stay away after this error, in ms, where who answered said so. */
  atLeast?: (error: unknown) => number;
  /** When it must all be over, in ms since 1970; a try that could not begin before it is left out. */
  endsAt?: number;
  wait?: (milliseconds: number) => Promise<void>;
};

/**
 * Tries again what failed for a passing reason: 3 retries, after 1 s, 2 s and 4 s, never more than 30 s, and never before who
 * answered said.
 * @throws what the last try threw
 */
export async function withRetries<Answer>(
  attempt: () => Promise<Answer>,
  { isPassing, atLeast = () => 0, endsAt = Number.POSITIVE_INFINITY, wait = pause }: RetryOptions,
): Promise<Answer> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      const delay = Math.max(Math.min(firstDelay * 2 ** tries, longestDelay), atLeast(error));
      if (tries === retries || !isPassing(error) || Date.now() + delay >= endsAt) throw error;
      await wait(delay);
    }
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
