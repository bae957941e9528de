/** A failure that the developer can act on. They see only its message, one plain sentence. */
export class PlainFailure extends Error {}

/** The message of a plain failure; the stack of a bug. */
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
