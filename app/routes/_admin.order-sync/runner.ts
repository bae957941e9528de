import type { OrderSyncResult, SyncRun } from '#contract/order-sync.ts';
import {
  type OrderSyncProblem,
  problemsOfAccount,
  problemsThatStay,
} from '#contract/order-sync-texts.ts';
import type { BatchAnswer, SentBatch } from './batch-answer.ts';

/** The requests that carry a run on. Each rejects if it fails. */
export type RunnerRequests = {
  sendBatch: (run: SyncRun) => Promise<BatchAnswer>;
  readRun: (id: string) => Promise<SyncRun>;
  /** Resolves after so many ms, or at once when the signal is aborted. */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
};

type RunnerListener = {
  onBatch: (answer: SentBatch) => void;
  /** The run as other tabs have left it. */
  onRun: (run: SyncRun) => void;
  /** ShipStation takes requests again in so many seconds; 0 when it is time. */
  onPause: (seconds: number) => void;
};

/** How a run's batches ended; `halted` if the rest would fail for the same reason. */
export type Ending = { kind: 'done' | 'stopped' } | { kind: 'halted'; problem: OrderSyncProblem };

/** Problems of one order rather than of the account. */
const problemsOfOne: readonly OrderSyncProblem[] = [...problemsThatStay, 'no-address', 'on-hold'];
const pollMilliseconds = 2_000;

function problemOfAll(results: readonly OrderSyncResult[]): OrderSyncProblem | undefined {
  const problems = results.map(({ problem }) => problem);
  const tried = problems.filter((problem) => problem === null || !problemsOfOne.includes(problem));
  const [first] = tried;
  if (first === null || first === undefined || !problemsOfAccount.includes(first)) return undefined;
  return tried.every((problem) => problem === first) ? first : undefined;
}

/**
 * Sends a run's batches by POST /order/sync, one after the other (specification §4), until none is left or the signal is aborted. A batch
 * under way is still waited for then. While ShipStation takes no more requests, it waits.
 */
export async function runBatches(
  run: SyncRun,
  { sendBatch, readRun, wait }: RunnerRequests,
  { onBatch, onRun, onPause }: RunnerListener,
  signal: AbortSignal,
): Promise<Ending> {
  let current = run;
  while (!signal.aborted && !current.isStopped) {
    if (current.next.length === 0) return { kind: 'done' };
    const answer = await sendBatch(current);
    if (answer === 'under way') {
      await wait(pollMilliseconds, signal);
      current = await readRun(current.id);
      onRun(current);
      continue;
    }
    current = answer.run;
    onBatch(answer);
    if (current.next.length === 0) continue;
    const problem = problemOfAll(answer.results);
    if (problem !== undefined) return { kind: 'halted', problem };
    const seconds = Math.max(0, ...answer.results.map((result) => result.retryAfterSeconds ?? 0));
    if (seconds === 0) continue;
    onPause(seconds);
    await wait(seconds * 1000, signal);
    onPause(0);
  }
  return { kind: current.next.length === 0 ? 'done' : 'stopped' };
}
