/** A signal that aborts after a timeout. Call `end` when the work is done, or the timer keeps its memory. */
export type TimeLimit = { readonly signal: AbortSignal; end(): void };

/** Aborts after some ms, or earlier with `gone`. AbortSignal.timeout and AbortSignal.any would keep the work in memory until the timeout. */
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

/** Runs work with a signal that aborts after some ms or with `gone`. */
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
