import { type TimeLimit, timeLimit } from '#process/time-limit.ts';
import { unlessAborted } from '#process/unless-aborted.ts';

/** Until when a caller waits for an answer. */
export type Deadline = {
  /** Aborts when the deadline passes or the caller is gone. */
  readonly signal: AbortSignal;
  /** The time left, in ms; 0 when it has passed. */
  left(): number;
};

/** A deadline in so many ms from now, or earlier if `gone` aborts. Call `end` when the work is done; the signal doesn't change after that. */
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

/** The work's outcome. Rejects with a DeadlineError if the deadline passes first; the work itself isn't stopped. */
export async function within<Value>(deadline: Deadline, work: Promise<Value>): Promise<Value> {
  return await unlessAborted(deadline.signal, work, () => new DeadlineError());
}

/** Time for the last write after the caller's deadline, in ms. */
const lastWriteMilliseconds = 5_000;

/**
 * How long a request holds a lease, in ms. After that its process counts as dead.
 * @param longest for callers without a deadline
 */
export function leaseMilliseconds(deadline: Deadline | undefined, longest: number): number {
  return deadline === undefined ? longest : deadline.left() + lastWriteMilliseconds;
}

/** The caller's deadline passed before the work was done. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';

  constructor() {
    super("The caller's time is over.");
  }
}
