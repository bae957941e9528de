import { isOutcomeUnknown } from '../subscription-api/failure.ts';
import type { Outcome } from './use-resource.ts';

/** How many contents with lost answers are remembered. The oldest is dropped first. */
const keptAtMost = 8;

/**
 * Sends requests with idempotency keys. The same content keeps its key while its outcome is unknown, even if the dialog is closed and
 * opened again. After an answer, and for other content, there is a new key. Use it at module level: a document belongs to one shop.
 */
export function createIdempotentSender() {
  const unsettled = new Map<string, string>();
  const keep = (content: string, key: string): void => {
    unsettled.delete(content);
    unsettled.set(content, key);
    const [longestKept] = unsettled.keys();
    if (unsettled.size > keptAtMost && longestKept !== undefined) unsettled.delete(longestKept);
  };

  /** `isLost` tells by a failure's status whether the outcome is unknown; `isUnknown` tells whether one is unknown now. */
  return async function once<Answer>(
    content: string,
    send: (key: string) => Promise<Outcome<Answer>>,
    isLost: (status: number) => boolean = isOutcomeUnknown,
  ): Promise<Outcome<Answer> & { isUnknown: boolean }> {
    const before = unsettled.get(content);
    const key = before ?? crypto.randomUUID();
    keep(content, key);
    const outcome = await send(key);
    // A refused repeat doesn't say what became of the first try.
    const isUnknown =
      outcome.failure !== undefined && (before !== undefined || isLost(outcome.failure.status));
    if (isUnknown) keep(content, key);
    else if (unsettled.get(content) === key) unsettled.delete(content);
    return { ...outcome, isUnknown };
  };
}
