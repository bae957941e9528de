/**
 * Waits for work, but rejects as soon as the signal aborts. The work itself needn't listen to the signal.
 * @param reason replaces the signal's own reason
 */
export async function unlessAborted<Value>(
  signal: AbortSignal,
  work: Promise<Value>,
  reason: () => unknown = () => signal.reason,
): Promise<Value> {
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(reason());
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
