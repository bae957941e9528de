import { useCallback, useEffect, useRef, useState } from 'react';
import { errorTexts } from '#contract/error-texts.ts';
import type { OrderSyncResult, SyncRun, SyncRunChange } from '#contract/order-sync.ts';
import { useUpdateRedirect } from '../../bridge/update-redirect.ts';
import { ResourceError } from '../../requests/request-resource.ts';
import { usePolling } from '../../requests/use-polling.ts';
import type { Failure } from '../../subscription-api/failure.ts';
import { type Ending, runBatches } from './runner.ts';
import { syncRequests, waitOr } from './sync-requests.ts';
import { doneOf, outcomeInWords } from './sync-words.ts';

type Phase =
  | { kind: 'running' | 'stopping' }
  | Ending
  /** A call failed, and the error page replaces the screen. */
  | { kind: 'failed'; failure: Failure };

function failureOf(error: unknown): Failure {
  if (!(error instanceof ResourceError)) return { message: errorTexts.serverError };
  return { message: error.message, updateUrl: error.updateUrl };
}

/** The phase in which a run is opened. It starts by itself if orders are left to send. */
function firstPhase(run: SyncRun, isConnected: boolean): Phase {
  if (run.next.length === 0) return { kind: 'done' };
  if (!isConnected) return { kind: 'halted', problem: 'not-connected' };
  return { kind: run.isStopped ? 'stopped' : 'running' };
}

/** Pause before a stopped run looks whether another tab has continued it, in ms. */
const firstLook = 5_000;

type Listener = {
  onResults: (results: OrderSyncResult[]) => void;
  /** Another tab has continued the run. */
  onElsewhere: () => void;
};

/**
 * Sends a run's batches (POST /order/sync) while its screen is shown. Nothing is lost when the screen goes, because the server keeps the
 * results.
 */
export function useSyncRun(first: SyncRun, isConnected: boolean, listener: Listener) {
  const [run, setRun] = useState(first);
  const [phase, setPhase] = useState<Phase>(() => firstPhase(first, isConnected));
  const [pause, setPause] = useState(0);
  const [timeLeft, setTimeLeft] = useState<number>();
  const [changeFailure, setChangeFailure] = useState<string>();
  useUpdateRedirect(phase.kind === 'failed' ? phase.failure.updateUrl : undefined);
  const running = useRef<AbortController>();
  const stopping = useRef<Promise<unknown>>();
  const heard = useRef(listener);
  heard.current = listener;
  const latest = useRef(run);
  latest.current = run;

  const begin = useCallback(async (from: SyncRun) => {
    running.current?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    const isLast = () => running.current === controller;
    const startedAt = performance.now();
    let results = 0;
    stopping.current = undefined;
    setPhase({ kind: 'running' });
    setPause(0);
    setTimeLeft(undefined);
    try {
      const ending = await runBatches(
        from,
        { ...syncRequests, wait: waitOr },
        {
          onRun: (next) => {
            if (!isLast()) return;
            setRun(next);
            heard.current.onElsewhere();
          },
          onPause: (seconds) => {
            if (isLast()) setPause(seconds);
          },
          onBatch: (answer) => {
            if (!isLast()) return;
            results += answer.results.length;
            const each = (performance.now() - startedAt) / results;
            setTimeLeft(each * (answer.run.total - doneOf(answer.run)));
            setRun(answer.run);
            heard.current.onResults(answer.results);
          },
        },
        signal,
      );
      if (!isLast()) return;
      setPhase(ending);
      if (ending.kind !== 'halted') return;
      // Whoever comes back to it goes on by hand, which sends the failed page too.
      stopping.current = syncRequests.change(from.id, 'stop').catch(() => undefined);
    } catch (error) {
      if (isLast()) setPhase({ kind: 'failed', failure: failureOf(error) });
    }
  }, []);

  const end = useCallback(() => {
    running.current?.abort();
    running.current = undefined;
  }, []);
  useEffect(() => end, [end]);
  useEffect(() => {
    end();
    // A Stop holds when the screen is loaded anew, also one that never arrived.
    const hasStopped = stopping.current !== undefined;
    const now = firstPhase({ ...first, isStopped: first.isStopped || hasStopped }, isConnected);
    setPhase((before) =>
      // What it was stopped for is still said.
      hasStopped && before.kind === 'halted' && now.kind === 'stopped' ? before : now,
    );
    if (first !== latest.current) {
      setRun(first);
      heard.current.onElsewhere();
    }
    if (now.kind === 'running') void begin(first);
  }, [first, isConnected, begin, end]);

  // Another tab may have continued a run that stands still in this one.
  const standsStill = phase.kind === 'done' || phase.kind === 'stopped' || phase.kind === 'halted';
  const isStopped = phase.kind === 'stopped';
  const isGoingOn = useRef(false);
  const look = async (signal: AbortSignal) => {
    // Until its own Stop has arrived, the server has the run as going; one that never arrives stops this tab all the same.
    const isStopLost = stopping.current !== undefined && (await stopping.current) === undefined;
    const now = await syncRequests.readRun(first.id).catch(() => undefined);
    if (signal.aborted || now === undefined || isGoingOn.current) return;
    const isGoing = !now.isStopped && !isStopLost;
    // Not by how many are done: those that failed may have been sent since.
    const isSame = outcomeInWords(now) === outcomeInWords(latest.current);
    if (!(isStopped && isGoing) && isSame) return;
    setRun(now);
    heard.current.onElsewhere();
    if (now.next.length === 0) {
      setChangeFailure(undefined);
      setPhase({ kind: 'done' });
    } else if (isGoing) void begin(now);
  };
  // A finished run continues only if the merchant retries it.
  usePolling(standsStill ? look : undefined, isStopped ? firstLook : undefined);

  /** Tells the server, and returns the changed run; undefined if that failed. */
  const change = useCallback(async (id: string, what: SyncRunChange) => {
    setChangeFailure(undefined);
    try {
      return await syncRequests.change(id, what);
    } catch (error) {
      const failure = failureOf(error);
      setChangeFailure(failure.message);
      // The error page has no other place to say it.
      setPhase((now) => (now.kind === 'failed' ? { kind: 'failed', failure } : now));
      return undefined;
    }
  }, []);

  const { id } = run;
  const goOn = useCallback(
    async (what: 'go-on' | 'retry-failed') => {
      // A second press would send the same batch again.
      if (isGoingOn.current) return;
      isGoingOn.current = true;
      // A slow Stop would arrive after this and stop the resumed run.
      await stopping.current;
      const changed = await change(id, what);
      isGoingOn.current = false;
      if (changed === undefined) return;
      setRun(changed);
      heard.current.onElsewhere();
      void begin(changed);
    },
    [id, change, begin],
  );
  const stop = useCallback(() => {
    setPhase((now) => (now.kind === 'running' ? { kind: 'stopping' } : now));
    running.current?.abort();
    stopping.current = change(id, 'stop');
  }, [id, change]);

  return { run, phase, pause, timeLeft, changeFailure, goOn, stop };
}

export type SyncRunOnScreen = ReturnType<typeof useSyncRun>;
