import type { Logger } from 'pino';

/** Work that continues after its request was answered. */
export type Background = {
  /** Starts the work and resolves when it has ended, even if it failed. `signal` aborts when the service stops. */
  run(work: (signal: AbortSignal) => Promise<void>): Promise<void>;
  /** Resolves when no work is running. */
  settled(): Promise<void>;
  /** Aborts all work and waits for its end. */
  stop(): Promise<void>;
};

/** Tracks one service's background work and logs its failures. */
export function createBackground(logger: Logger): Background {
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();
  const settled = async (): Promise<void> => {
    while (underWay.size > 0) await Promise.all(underWay);
  };
  return {
    async run(work) {
      if (stopping.signal.aborted) return;
      const done = work(stopping.signal)
        .catch((error: unknown) => logger.error({ error }, 'work in the background failed'))
        .finally(() => underWay.delete(done));
      underWay.add(done);
      await done;
    },
    settled,
    async stop() {
      stopping.abort();
      await settled();
    },
  };
}
