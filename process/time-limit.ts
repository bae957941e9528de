/** A signal that is aborted when the time is over; `end` is called when nobody listens to it any more. */
export type TimeLimit = { readonly signal: AbortSignal; end(): void };

/**
 * A limit in ms; earlier where `gone` is aborted, and then with its reason. With AbortSignal.timeout and AbortSignal.any,
 * what was limited would be held until the time is over.
 */
export function timeLimit(milliseconds: number, gone?: AbortSignal): TimeLimit {
  const controller = new AbortController();
  const leave = () => controller.abort(gone?.reason);
  const timer = setTimeout(() => {
    controller.abort(new DOMException('The time is over.', 'TimeoutError'));
  }, milliseconds).unref();
  gone?.addEventListener('abort', leave);
  if (gone?.aborted) leave();
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer);
      gone?.removeEventListener('abort', leave);
    },
  };
}

/** Does work that listens to a signal, which is aborted after so many ms or when `gone` is. */
export async function withTimeLimit<Value>(
  milliseconds: number,
  gone: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const limit = timeLimit(milliseconds, gone);
  try {
    return await work(limit.signal);
  } finally {
    limit.end();
  }
}
