import type { FormAnswer } from '../requests/form-answer.ts';
import { isOutcomeUnknown } from '../subscription-api/failure.ts';

/**
 * Names a form's submits for the API, so that one whose answer was lost is not carried out twice. The name stays the
 * same for as long as nobody knows what came of a submit; after a refusal, other content gets another name.
 */
export function createIdempotencyKeys(create: () => string = () => crypto.randomUUID()) {
  let key = create();
  let sent: string | undefined;
  let isUnsettled = false;
  return {
    /** Whether an earlier submit may have succeeded although its answer was lost. */
    get isUnsettled() {
      return isUnsettled;
    },

    /** The key to submit `content` with; `last` is the answer to the submit before. */
    keyFor(content: string, last: FormAnswer<unknown> | undefined): string {
      if (last !== undefined && isOutcomeUnknown(last.status)) isUnsettled = true;
      const isRefused = last !== undefined && last.saved === null && !isUnsettled;
      if (isRefused && content !== sent) key = create();
      sent = content;
      return key;
    },
  };
}
