/** A failure that the person at the terminal can act on: its message is one plain sentence and is all they see. */
export class PlainFailure extends Error {}

/** What to print for a failure: the sentence of a plain one, the stack of a fault of ours. */
export function describeFailure(failure: unknown): string {
  if (failure instanceof PlainFailure) return failure.message;
  return failure instanceof Error ? (failure.stack ?? failure.message) : String(failure);
}

/** The code of a system error ("EADDRINUSE", "EACCES", …), or undefined. */
export function errorCode(failure: unknown): string | undefined {
  return failure instanceof Error && 'code' in failure && typeof failure.code === 'string'
    ? failure.code
    : undefined;
}
