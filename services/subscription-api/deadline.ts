import { type TimeLimit, timeLimit } from '#process/time-limit.ts';
import { unlessAborted } from '#process/unless-aborted.ts';

/** Until when an answer is of use to the one who asked. */
export type Deadline = {
  /** Aborted when it has passed, or nobody waits any more. */
  readonly signal: AbortSignal;
  /** What is left, in ms; 0 when it has passed. */
  left(): number;
};

/**
 * A deadline in so many ms from now; earlier where `gone` is aborted. After `end`, when all that it was for is done, its signal
 * stays as it is.
 */
export function deadlineIn(
  milliseconds: number,
  gone?: AbortSignal,
): Deadline & Pick<TimeLimit, 'end'> {
  const endsAt = performance.now() + milliseconds;
  const { signal, end } = timeLimit(milliseconds, gone);
  return {
    signal,
    end,
    left: () => (signal.aborted ? 0 : Math.max(0, endsAt - performance.now())),
  };
}

/** The work's outcome; rejects when the deadline passes first, whatever becomes of the work. */
export async function within<Value>(deadline: Deadline, work: Promise<Value>): Promise<Value> {
  return await unlessAborted(deadline.signal, work, () => new DeadlineError());
}

/** What the last write needs after the caller's time, in ms. */
const lastWriteMilliseconds = 5_000;

/**
 * For how long a request claims what is worked on by one alone, in ms; after it, the process that claimed it is taken for dead.
 * @param longest for who has no deadline
 */
export function leaseMilliseconds(deadline: Deadline | undefined, longest: number): number {
  return deadline === undefined ? longest : deadline.left() + lastWriteMilliseconds;
}

/** The caller's time was over before the work was. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';

  constructor() {
    super("The caller's time is over.");
  }
}
