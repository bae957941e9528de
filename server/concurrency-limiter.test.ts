import { getEventListeners } from 'node:events';
import { Hono } from 'hono';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type FindShop, unverifiedShop } from '#app/auth/shop-of-request.ts';
import { ConcurrencyLimiter, limitConcurrency } from './concurrency-limiter.ts';

const stays = () => new AbortController().signal;

const byAddress: FindShop = async (request) => ({
  shop: new URL(request.url).searchParams.get('shop') ?? unverifiedShop,
  request,
});

/** Turns by a clock of their own; `ask` notes when a request begins. */
function turnsWith(limits: Partial<ConstructorParameters<typeof ConcurrencyLimiter>[0]>) {
  const most = { atOnce: 2, atOnceOfShop: 2, longestWait: 1_000, mostWaiting: 100, ...limits };
  let time = 0;
  const turns = new ConcurrencyLimiter(most, () => time);
  const begun: string[] = [];
  const ends: Array<() => void> = [];
  const ask = (shop: string, signal: () => AbortSignal = stays): boolean => {
    const turn = turns.take(shop, signal);
    void turn?.then((giveBack) => {
      if (giveBack === undefined) return;
      begun.push(shop);
      ends.push(giveBack);
    });
    return turn !== null;
  };
  /** Ends the request that began first, so much later. */
  const end = async (milliseconds = 10) => {
    time += milliseconds;
    ends.shift()?.();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { ask, end, begun, settled: () => Promise.resolve() };
}

describe('turns', () => {
  it('go round the shops, however many requests one of them has', async () => {
    const { ask, end, begun, settled } = turnsWith({});
    for (const shop of ['a', 'a', 'a', 'a', 'a', 'b', 'c', 'b']) expect(ask(shop)).toBe(true);
    await settled();
    expect(begun).toEqual(['a', 'a']);
    for (let ended = 0; ended < 6; ended += 1) await end();
    expect(begun).toEqual(['a', 'a', 'a', 'b', 'c', 'a', 'b', 'a']);
  });

  it('of one shop leave some to the others', async () => {
    const { ask, end, begun, settled } = turnsWith({ atOnce: 3, atOnceOfShop: 2 });
    for (const shop of ['a', 'a', 'a', 'b']) ask(shop);
    await settled();
    expect(begun).toEqual(['a', 'a', 'b']);
    await end();
    expect(begun).toEqual(['a', 'a', 'b', 'a']);
  });

  it('are refused at once where they would come too late, and to who asks too much first', async () => {
    const { ask, end } = turnsWith({ atOnce: 1, atOnceOfShop: 1 });
    for (let answered = 0; answered < 40; answered += 1) {
      expect(ask('a')).toBe(true);
      await Promise.resolve();
      await end(400);
    }
    // Each takes some 350 ms: two may wait, a third would wait for more than a second.
    expect(['a', 'a', 'a', 'a'].map((shop) => ask(shop))).toEqual([true, true, true, false]);
    expect(ask('b')).toBe(true);
  });

  it('are not refused for one upload that took a minute', async () => {
    const { ask, end } = turnsWith({ atOnce: 1, atOnceOfShop: 1 });
    ask('a');
    await Promise.resolve();
    await end(60_000);
    expect(['a', 'a', 'a'].map((shop) => ask(shop))).toEqual([true, true, true]);
  });

  it('are refused where too many wait', () => {
    const { ask } = turnsWith({ atOnce: 1, mostWaiting: 2 });
    expect(['a', 'b', 'c', 'd'].map((shop) => ask(shop))).toEqual([true, true, true, false]);
  });

  it('leave nothing behind at the signal of who had one, or was too late', async () => {
    const { ask, end, settled } = turnsWith({ atOnce: 1, longestWait: 20 });
    const { signal } = new AbortController();
    const listening = () => getEventListeners(signal, 'abort').length;
    ask('a', () => signal);
    ask('a', () => signal);
    ask('b', () => signal);
    expect(listening()).toBe(2);
    await settled();
    await end();
    expect(listening()).toBe(1);
    await expect.poll(listening).toBe(0);
  });

  it('are not kept for who has gone', async () => {
    const { ask, end, begun, settled } = turnsWith({ atOnce: 1 });
    const gone = new AbortController();
    ask('a');
    ask('b', () => gone.signal);
    ask('c');
    gone.abort();
    await settled();
    await end();
    expect(begun).toEqual(['a', 'c']);
  });
});

describe('a request', () => {
  /** A site whose requests are answered when `answerAll` is called; one is let in at a time. */
  function heldSite(limits: { longestWait: number; mostWaiting: number }) {
    const site = new Hono();
    site.use(limitConcurrency(byAddress, { atOnce: 1, atOnceOfShop: 1, ...limits }));
    let answerAll = () => {};
    const held = new Promise<void>((resolve) => {
      answerAll = resolve;
    });
    site.get('/', async (context) => {
      await held;
      return context.text('a screen');
    });
    return { site, answerAll };
  }

  it.each([
    ['of which there are too many', { longestWait: 60_000, mostWaiting: 0 }],
    ['that has waited too long', { longestWait: 20, mostWaiting: 10 }],
  ])('%s is answered with 503 and when to try again', async (_, limits) => {
    const { site, answerAll } = heldSite(limits);
    const message = 'Too many requests. Please wait a moment and try again.';
    const first = site.request('/');
    const refused = await site.request('/', { headers: { Authorization: 'Bearer x' } });
    expect([refused.status, await refused.json()]).toEqual([503, { message }]);
    expect(refused.headers.get('Retry-After')).toBe('2');
    expect(refused.headers.get('X-Remix-Catch')).toBe('yes');
    const portal = await site.request('/?_data=routes%2Fportal');
    expect([portal.headers.get('X-Remix-Catch'), await portal.json()]).toEqual([
      'yes',
      { message },
    ]);
    const document = await site.request('/');
    expect([document.status, await document.text()]).toEqual([503, message]);
    expect(document.headers.get('Retry-After')).toBe('2');
    answerAll();
    expect(await (await first).text()).toBe('a screen');
    expect((await site.request('/')).status).toBe(200);
  });
});

it('by default the thirteenth request of a shop waits for a turn for 700 ms at most', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const site = new Hono();
  site.use(limitConcurrency(byAddress));
  site.get('/', () => new Promise<Response>(() => {}));
  const answered: number[] = [];
  for (let asked = 0; asked < 13; asked += 1) {
    Promise.resolve(site.request('/?shop=a')).then(({ status }) => answered.push(status));
  }
  await vi.advanceTimersByTimeAsync(699);
  expect(answered).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(answered).toEqual([503]);
});

it('one shop’s slow requests leave another’s, and those of nobody, at once', async () => {
  const site = new Hono();
  site.use(limitConcurrency(byAddress));
  site.get('/', ({ req, text }) =>
    req.query('slow') === undefined ? text('a page') : new Promise<never>(() => {}),
  );
  for (let asked = 0; asked < 12; asked += 1) void site.request('/?shop=a&slow');
  const answers = await Promise.all([site.request('/?shop=b'), site.request('/')]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
});

it('a request that did not come whole takes no turn', async () => {
  const site = new Hono();
  site.use(limitConcurrency(async () => ({ status: 408 })));
  expect((await site.request('/')).status).toBe(408);
});
