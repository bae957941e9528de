import { isOutcomeUnknown } from '../subscription-api/failure.ts';
import type { Outcome } from './use-resource.ts';

/** So many contents whose answers were lost are remembered; the one kept longest goes first. */
const keptAtMost = 8;

/**
 * Sends what must be done once by idempotency keys. A content keeps its key for as long as nobody knows what came of it, also where
 * the dialog that sent it is closed and opened again; once an answer came, and for other content, there is another key. For a module of
 * the browser, whose document belongs to one shop.
 */
export function createIdempotentSender() {
  const unsettled = new Map<string, string>();
  const keep = (content: string, key: string): void => {
    unsettled.delete(content);
    unsettled.set(content, key);
    const [longestKept] = unsettled.keys();
    if (unsettled.size > keptAtMost && longestKept !== undefined) unsettled.delete(longestKept);
  };

  /** `isLost` says by its status which failure leaves nobody knowing; `isUnknown` whether that is so now. */
  return async function once<Answer>(
    content: string,
    send: (key: string) => Promise<Outcome<Answer>>,
    isLost: (status: number) => boolean = isOutcomeUnknown,
  ): Promise<Outcome<Answer> & { isUnknown: boolean }> {
    const before = unsettled.get(content);
    const key = before ?? crypto.randomUUID();
    keep(content, key);
    const outcome = await send(key);
    // A refusal of a repeat says nothing of the try before.
    const isUnknown =
      outcome.failure !== undefined && (before !== undefined || isLost(outcome.failure.status));
    if (isUnknown) keep(content, key);
    else if (unsettled.get(content) === key) unsettled.delete(content);
    return { ...outcome, isUnknown };
  };
}
