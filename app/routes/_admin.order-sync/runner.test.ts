import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ordersPerSync } from '#contract/limits.ts';
import type { OrderSyncResult, SyncRun } from '#contract/order-sync.ts';
import type { SentBatch } from './batch-answer.ts';
import { runBatches } from './runner.ts';

type Kept = { result: OrderSyncResult | null; timesSent: number; tries: number };
/** How a batch goes; its answer may be lost before the batch is sent, or after. */
type Turn = 'sent' | 'lost before' | 'lost after' | 'under way' | 'stop';

function resultOf(orderId: string, problem: OrderSyncResult['problem']): OrderSyncResult {
  return {
    orderId,
    name: `#${orderId}`,
    status: problem === null ? 'success' : 'failed',
    reason: problem ?? '',
    problem,
    ...(problem === 'rate-limited' && { retryAfterSeconds: 3 }),
  };
}

/** The server as a run sees it: what has a result is not sent again, and ShipStation's limit is tried three times. */
function createServer(count: number, problemOf: (id: string) => OrderSyncResult['problem']) {
  const kept = new Map<string, Kept>();
  for (let id = 1; id <= count; id += 1) {
    kept.set(String(id), { result: null, timesSent: 0, tries: 0 });
  }
  const isWaiting = ({ result, tries }: Kept) =>
    result === null || (result.problem === 'rate-limited' && tries < 3);
  const read = (): SyncRun => {
    const all = [...kept.values()];
    const counted = (status: string) =>
      all.filter(({ result }) => result?.status === status).length;
    return {
      id: 'run',
      total: count,
      sent: counted('success'),
      already: 0,
      retriable: 0,
      failed: counted('failed'),
      next: [...kept]
        .flatMap(([id, order]) => (isWaiting(order) ? id : []))
        .slice(0, ordersPerSync),
      isStopped: false,
      duplicates: 0,
      invalid: { count: 0, first: [] },
    };
  };
  const sendBatch = (ids: readonly string[]): SentBatch => {
    const results = ids.map((id) => {
      const order = kept.get(id);
      if (order === undefined) throw new Error(`${id} is not in the run`);
      if (!isWaiting(order) && order.result !== null) return order.result;
      const result = resultOf(id, problemOf(id));
      kept.set(id, {
        result,
        timesSent: order.timesSent + 1,
        tries: order.tries + (result.problem === 'rate-limited' ? 1 : 0),
      });
      return result;
    });
    return { results, run: read() };
  };
  const retryFailed = () => {
    for (const [id, { result }] of kept) {
      if (result?.status === 'failed') kept.set(id, { result: null, timesSent: 0, tries: 0 });
    }
  };
  return { kept, read, sendBatch, retryFailed };
}

const noWait = async () => {};
const silent = { onBatch: () => {}, onRun: () => {}, onPause: () => {} };
const problems = fc.constantFrom<OrderSyncResult['problem'][]>(null, null, 'refused', 'no-address');

describe('a run', () => {
  it('sends each order once in a pass and loses none, whatever goes wrong on the way', async () => {
    const turns = fc.array(
      fc.constantFrom<Turn[]>('sent', 'lost before', 'lost after', 'under way', 'stop'),
      { maxLength: 30 },
    );
    const given = {
      count: fc.integer({ min: 0, max: 90 }),
      turns,
      passes: fc.integer({ max: 3, min: 1 }),
    };
    await fc.assert(
      fc.asyncProperty(
        fc.record(given),
        fc.infiniteStream(problems),
        async ({ count, turns: script, passes }, stream) => {
          const server = createServer(count, () => stream.next().value ?? null);
          const waiting = [...script];
          let underWay = 0;
          for (let pass = 1; pass <= passes; pass += 1) {
            if (pass > 1) server.retryFailed();
            // The merchant goes on after each stop and each error page.
            while (server.read().next.length > 0) {
              const stopping = new AbortController();
              const sendBatch = async (run: SyncRun) => {
                expect(stopping.signal.aborted).toBe(false);
                expect(run.next.length).toBeGreaterThan(0);
                expect(underWay).toBe(0);
                underWay += 1;
                await Promise.resolve();
                underWay -= 1;
                const turn = waiting.shift() ?? 'sent';
                if (turn === 'under way') return turn;
                if (turn === 'lost before') throw new Error('lost');
                const answer = server.sendBatch(run.next);
                if (turn === 'lost after') throw new Error('lost');
                if (turn === 'stop') stopping.abort();
                return answer;
              };
              const requests = { sendBatch, readRun: async () => server.read(), wait: noWait };
              await runBatches(server.read(), requests, silent, stopping.signal).catch((error) => {
                expect(error).toMatchObject({ message: 'lost' });
              });
            }
          }
          for (const order of server.kept.values()) {
            expect(order.result).not.toBeNull();
            expect(order.timesSent).toBeLessThanOrEqual(passes);
          }
          const { sent, failed } = server.read();
          expect(sent + failed).toBe(count);
          if (passes > 1) return;
          for (const { timesSent } of server.kept.values()) expect(timesSent).toBe(1);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('waits as long as ShipStation says, and tells how far it is', async () => {
    let answers = 0;
    const server = createServer(45, () => (++answers <= 20 ? 'rate-limited' : null));
    const waits: number[] = [];
    const pauses: number[] = [];
    const counts: number[] = [];
    const ending = await runBatches(
      server.read(),
      {
        sendBatch: async (run) => server.sendBatch(run.next),
        readRun: async () => server.read(),
        wait: async (milliseconds) => void waits.push(milliseconds),
      },
      {
        ...silent,
        onBatch: ({ run }) => counts.push(run.sent),
        onPause: (seconds) => pauses.push(seconds),
      },
      new AbortController().signal,
    );
    expect(ending).toEqual({ kind: 'done' });
    expect(waits).toEqual([3_000]);
    expect(pauses).toEqual([3, 0]);
    expect(counts).toEqual([0, 20, 40, 45]);
  });

  it.each(['not-connected', 'keys-refused', 'unavailable'] as const)(
    'stands still where every order would be %s',
    async (problem) => {
      const server = createServer(45, (id) => (id === '1' ? 'no-address' : problem));
      const requests = {
        sendBatch: async (run: SyncRun) => server.sendBatch(run.next),
        readRun: async () => server.read(),
        wait: noWait,
      };
      const { signal } = new AbortController();
      expect(await runBatches(server.read(), requests, silent, signal)).toEqual({
        kind: 'halted',
        problem,
      });
      expect(server.read()).toMatchObject({ failed: 20 });
    },
  );

  it('does not begin where it was stopped elsewhere', async () => {
    const requests = {
      sendBatch: async () => 'under way' as const,
      readRun: async (): Promise<SyncRun> => ({
        ...createServer(3, () => null).read(),
        isStopped: true,
      }),
      wait: noWait,
    };
    const run = createServer(3, () => null).read();
    const { signal } = new AbortController();
    expect(await runBatches(run, requests, silent, signal)).toEqual({ kind: 'stopped' });
  });
});
