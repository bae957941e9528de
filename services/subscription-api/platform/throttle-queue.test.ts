import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Deadline } from '../deadline.ts';
import { ServiceError } from '../service-error.ts';
import type { Asked } from './shop-points.ts';
import { ThrottleQueues } from './throttle-queues.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const now = () => performance.now();
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

type Ask = (cost: number) => Asked;

function countedPoints({ available = 0, maximum = 100, restoreRate = 50 } = {}): Ask {
  let points = available;
  let at = now();
  return (requestedQueryCost) => {
    points = Math.min(maximum, points + ((now() - at) / 1_000) * restoreRate);
    at = now();
    const isThrottled = points < requestedQueryCost;
    if (!isThrottled) points -= requestedQueryCost;
    const currentlyAvailable = Math.floor(points);
    const throttleStatus = { maximumAvailable: maximum, currentlyAvailable, restoreRate };
    return { isThrottled, cost: { requestedQueryCost, throttleStatus }, retryAfterSeconds: null };
  };
}

const refusing = (retryAfterSeconds: number | null): Ask => {
  return () => ({ isThrottled: true, cost: undefined, retryAfterSeconds });
};

type Made = {
  arrivedAt: number;
  endsAt: number;
  /** Each time the call left for the platform, and each time an answer came. */
  sentAt: number[];
  answeredAt: number[];
  outcome: 'served' | ServiceError | undefined;
  settledAt: number;
  leave: () => void;
  deadline: Deadline | undefined;
};

type Wanted = {
  cost?: number;
  takes?: number;
  /** In ms; infinite for a call without a deadline. */
  waits?: number;
  isRead?: boolean;
  /** Another call of the same request, whose deadline it shares. */
  beside?: Made;
};

/** Sends calls through one set of queues; each shop has points of its own. */
function callsBefore(platforms: Readonly<Record<string, Ask>>) {
  const lines = new ThrottleQueues();
  const operations = Array.from({ length: 101 }, (_, cost) => ({ name: `Costs ${cost}` }));
  const made: Made[] = [];
  const call = (
    shop: string,
    { cost = 10, takes = 0, waits = 30_000, isRead = false, beside }: Wanted = {},
  ): Made => {
    const over = new AbortController();
    const endsAt = now() + waits;
    if (Number.isFinite(waits)) setTimeout(() => over.abort(), waits);
    const left = () => (over.signal.aborted ? 0 : Math.max(0, endsAt - now()));
    const mine: Made = {
      arrivedAt: now(),
      endsAt,
      sentAt: [],
      answeredAt: [],
      outcome: undefined,
      settledAt: Number.NaN,
      leave: () => over.abort(),
      deadline:
        beside?.deadline ?? (Number.isFinite(waits) ? { signal: over.signal, left } : undefined),
    };
    made.push(mine);
    const settle = (outcome: Made['outcome']) => {
      mine.outcome = outcome;
      mine.settledAt = now();
    };
    const ask = async () => {
      mine.sentAt.push(now());
      const answer = platforms[shop]?.(cost) ?? refusing(null)(cost);
      // Nobody waits for an answer after the deadline.
      const ends = Math.min(takes, left());
      if (ends > 0) await new Promise((resolve) => setTimeout(resolve, ends));
      mine.answeredAt.push(now());
      return answer;
    };
    lines
      .run({ shop, deadline: mine.deadline, isRead }, operations[cost] ?? { name: 'Any' }, ask)
      .then(
        () => settle('served'),
        (error: unknown) => settle(error instanceof ServiceError ? error : undefined),
      );
    return mine;
  };
  return { lines, made, call };
}

/** Whether a call was in the queue at a moment, neither under way nor over. */
function waits({ arrivedAt, sentAt, answeredAt, settledAt }: Made, at: number): boolean {
  const isUnderWay = sentAt.some((sent, time) => sent <= at && at <= (answeredAt[time] ?? at));
  return arrivedAt < at && at < settledAt && !isUnderWay;
}

const refused = (retryMilliseconds: number) =>
  expect.objectContaining({ kind: 'throttled', retryMilliseconds });

const anyCall = fc.record({
  arrives: fc.integer({ min: 500, max: 4_000 }),
  takes: fc.integer({ min: 1, max: 400 }),
  waits: fc.integer({ min: 0, max: 12_000 }),
  isRead: fc.boolean(),
});

it('a line keeps the order, is never late, asks nothing in vain, and is forgotten', async () => {
  const arriving = fc.array(anyCall, { minLength: 1, maxLength: 40 });
  const points = {
    available: fc.integer({ min: 0, max: 100 }),
    cost: fc.integer({ min: 1, max: 60 }),
  };
  await fc.assert(
    fc.asyncProperty(arriving, fc.record(points), async (calls, { available, cost }) => {
      const { lines, made, call } = callsBefore({ a: countedPoints({ available }) });
      // From then on the cost is known.
      call('a', { cost });
      for (const one of calls) setTimeout(() => call('a', { ...one, cost }), one.arrives);
      await pass(60_000);
      expect(made).toHaveLength(1 + calls.length);
      for (const [position, { outcome, sentAt, arrivedAt, endsAt, settledAt }] of made.entries()) {
        const before = made.slice(0, position);
        for (const at of sentAt) expect(before.filter((other) => waits(other, at))).toEqual([]);
        if (outcome !== 'served') {
          expect(outcome?.kind).toBe('throttled');
          expect(outcome?.retryMilliseconds).toBeGreaterThan(0);
          expect(settledAt).toBeLessThanOrEqual(endsAt);
        }
        // Only calls sent before the throttle was known are throttled, and only once.
        expect(sentAt.length).toBeLessThanOrEqual(2);
        const lastSentAt = sentAt.at(-1) ?? arrivedAt;
        if (lastSentAt > arrivedAt) expect(endsAt - lastSentAt).toBeGreaterThanOrEqual(300);
      }
      expect(lines.size).toBe(0);
    }),
    { numRuns: 100 },
  );
});

describe('a throttled shop', () => {
  it('is asked by the head of its line alone, when its points must be there', async () => {
    const { call } = callsBefore({ a: countedPoints() });
    const calls = [30, 10, 60].map((cost) => call('a', { cost, takes: 100 }));
    await pass(10_000);
    expect(calls.map(({ outcome }) => outcome)).toEqual(['served', 'served', 'served']);
    // At 50 points a second, 30 are there after 600 ms. The answer, 100 ms later, tells how many are left.
    expect(calls.map(({ sentAt }) => sentAt.length)).toEqual([2, 2, 2]);
    const [first, second, third] = calls.map(
      ({ sentAt, arrivedAt }) => (sentAt[1] ?? 0) - arrivedAt,
    );
    expect(first).toBeGreaterThanOrEqual(600);
    expect(first).toBeLessThan(800);
    expect(second).toBeGreaterThanOrEqual(800);
    expect(third).toBeGreaterThanOrEqual(2_000);
    expect(third).toBeLessThan(2_600);
  });

  it('lets nobody overtake for whom there are points already', async () => {
    const { call } = callsBefore({ a: countedPoints({ available: 30 }) });
    const dear = call('a', { cost: 60 });
    await pass(150);
    const cheap = [call('a'), call('a')];
    await pass(5_000);
    for (const { sentAt } of cheap) expect(sentAt.at(-1)).toBeGreaterThanOrEqual(dear.settledAt);
  });

  it('refuses at once who would be late, and serves who comes after and has the time', async () => {
    const { call } = callsBefore({ a: countedPoints() });
    call('a', { cost: 50 });
    await pass(1);
    const hurried = call('a', { cost: 50, waits: 2_000 });
    const patient = call('a', { cost: 50, waits: 9_000 });
    await pass(1);
    expect(hurried.outcome).toEqual(refused(1_999));
    await pass(5_000);
    expect(hurried.sentAt).toEqual([]);
    expect(patient.outcome).toBe('served');
  });

  it('keeps no other shop waiting', async () => {
    const { call } = callsBefore({ a: countedPoints(), b: countedPoints({ available: 100 }) });
    for (let calls = 0; calls < 10; calls += 1) call('a');
    const other = call('b');
    await pass(0);
    expect(other).toMatchObject({ outcome: 'served', settledAt: other.arrivedAt });
  });

  it('has no place for who has gone', async () => {
    const { call } = callsBefore({ a: countedPoints() });
    const head = call('a', { cost: 10 });
    await pass(1);
    const gone = call('a', { cost: 100 });
    const behind = call('a', { cost: 10 });
    gone.leave();
    await pass(500);
    expect([head.outcome, behind.outcome]).toEqual(['served', 'served']);
    expect(gone).toMatchObject({ outcome: { kind: 'throttled' }, sentAt: [] });
    expect(gone.settledAt).toBe(gone.arrivedAt);
  });

  it('has six requests wait that only read, and those that write beside them', async () => {
    const { call } = callsBefore({ a: countedPoints() });
    call('a', { cost: 10 });
    await pass(1);
    const reads = Array.from({ length: 8 }, () => call('a', { isRead: true }));
    const others = [
      call('a'),
      ...reads.slice(0, 1).map((beside) => call('a', { isRead: true, beside })),
    ];
    await pass(1);
    const outcomes = [...reads, ...others].map(({ outcome }) => outcome);
    expect(outcomes).toEqual([...Array(6), refused(1_599), refused(1_599), undefined, undefined]);
    await pass(5_000);
    expect(others.map(({ outcome }) => outcome)).toEqual(['served', 'served']);
  });

  it('is not asked again before its points are there, although nobody waited meanwhile', async () => {
    const { lines, call } = callsBefore({ a: countedPoints({ available: 60, maximum: 100 }) });
    call('a', { cost: 60 });
    await pass(1);
    expect(lines.size).toBe(1);
    const next = call('a', { cost: 60 });
    await pass(5_000);
    expect(next.sentAt).toHaveLength(1);
    expect(next.settledAt - next.arrivedAt).toBeGreaterThanOrEqual(1_000);
    expect(lines.size).toBe(0);
  });

  it('is left alone as long as the platform says, and then asked by one', async () => {
    const { call } = callsBefore({ a: refusing(3) });
    const calls = [call('a', { takes: 100 }), call('a', { takes: 100 })];
    await pass(3_150);
    expect(calls.map(({ sentAt }) => sentAt.length)).toEqual([2, 1]);
  });

  it('is given up by all where it stays throttled against all reckoning', async () => {
    const { call } = callsBefore({ a: refusing(null) });
    const stubborn = call('a');
    const behind = call('a');
    await pass(4_100);
    expect(stubborn).toMatchObject({ outcome: { kind: 'throttled' } });
    expect(stubborn.sentAt).toHaveLength(5);
    expect(behind).toMatchObject({ outcome: { kind: 'throttled' } });
    expect(behind.sentAt).toHaveLength(1);
  });

  it('is known by the answer to the call that was sent last', async () => {
    const { call } = callsBefore({ a: countedPoints({ available: 30, restoreRate: 1 }) });
    call('a', { cost: 10, takes: 500 });
    await pass(100);
    call('a', { cost: 20, takes: 100 });
    await pass(500);
    const next = call('a', { cost: 10 });
    await pass(20_000);
    expect(next).toMatchObject({ outcome: 'served', sentAt: [expect.any(Number)] });
  });

  it.each([
    ['says an hour', () => refusing(3_600), 10, [0, 10_000, 20_000]],
    ['asks for more than there can be', () => countedPoints({ maximum: 20 }), 30, [0, 400, 500]],
  ])('is asked again all the same where the platform %s', async (_, platformOf, cost, times) => {
    const { call } = callsBefore({ a: platformOf() });
    const { sentAt, arrivedAt } = call('a', { cost });
    await pass(29_000);
    expect(sentAt.slice(0, 3).map((at) => at - arrivedAt)).toEqual(times);
  });

  it('refuses what has no deadline after 40 s', async () => {
    const { call } = callsBefore({ a: countedPoints({ restoreRate: 1 }) });
    const calls = [30, 60].map((cost) => call('a', { cost, waits: Number.POSITIVE_INFINITY }));
    await pass(35_000);
    expect(calls.map(({ outcome }) => outcome)).toEqual(['served', refused(90_000)]);
  });
});
