/**
 * The work's outcome; rejects as soon as the signal is aborted, whatever becomes of the work, which need not listen to it.
 * @param reason what it rejects with then, in place of the signal's own reason
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
