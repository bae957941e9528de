import type { Logger } from 'pino';

/** Work that goes on after the request that asked for it was answered. */
export type Background = {
  /** Begins the work; resolves when it has ended, whatever came of it. `signal` is aborted when the service stops. */
  run(work: (signal: AbortSignal) => Promise<void>): Promise<void>;
  /** Resolves when nothing is under way any more. */
  settled(): Promise<void>;
  /** Tells all work to end and waits until it has. */
  stop(): Promise<void>;
};

/** Keeps account of the work of one service; failures are logged. */
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
