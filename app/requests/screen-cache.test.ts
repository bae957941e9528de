import { beforeEach, describe, expect, it } from 'vitest';
import { errorTexts } from '#contract/error-texts.ts';
import {
  createScreenCache,
  invalidateScreens,
  invalidatingScreens,
  type ScreenCacheOptions,
  screenKeyOf,
} from './screen-cache.ts';

type Data = { names: string[]; failure: string | null };

const minute = 60_000;
let time = 0;

beforeEach(() => {
  time = 1_000;
  invalidateScreens();
});

function asked(address: string, signal?: AbortSignal): Request {
  return new Request(new URL(address, 'https://app.example'), { signal });
}

/** A route's memory, a server that answers what it is told to, and the screen that shows it. */
function scene(options: Pick<ScreenCacheOptions<Data>, 'whenFailed' | 'isAlwaysAsked'> = {}) {
  const waits: number[] = [];
  const memory = createScreenCache<Data>({
    ...options,
    now: () => time,
    wait: async (milliseconds) => {
      waits.push(milliseconds);
    },
  });
  const server = { calls: 0, answer: async (): Promise<Data> => list('A') };
  const load = (address: string, signal?: AbortSignal) =>
    memory.load(asked(address, signal), () => {
      server.calls += 1;
      return server.answer();
    });
  let screen: string | undefined;
  const leave = () => {
    if (screen !== undefined) memory.left(screen);
    screen = undefined;
  };
  const visit = async (address: string) => {
    const data = await load(address);
    leave();
    screen = screenKeyOf(new URL(address, 'https://app.example'));
    return { data, refreshOwed: memory.shown(screen, data) };
  };
  return { memory, server, load, visit, leave, waits };
}

/** Lets a test say when the server answers, and what. */
function answerLater(server: { answer: () => Promise<Data> }): (data: Data) => void {
  let resolve: (data: Data) => void = () => undefined;
  const answer = new Promise<Data>((settle) => {
    resolve = settle;
  });
  server.answer = () => answer;
  return resolve;
}

function list(...names: string[]): Data {
  return { names, failure: null };
}

describe('going back', () => {
  it('shows at once what was there and owes a refresh', async () => {
    const { server, visit } = scene();
    expect(await visit('/shipping')).toEqual({ data: list('A'), refreshOwed: false });
    await visit('/shipping?after=a');
    server.answer = async () => list('B');
    expect(await visit('/shipping')).toEqual({ data: list('A'), refreshOwed: true });
    expect(server.calls).toBe(2);
  });

  it('brings the server’s new data with the refresh, and remembers it', async () => {
    const { server, load, visit, leave } = scene();
    await visit('/shipping');
    leave();
    await visit('/shipping');
    server.answer = async () => list('B');
    expect(await load('/shipping')).toEqual(list('B'));
    leave();
    expect(await visit('/shipping')).toEqual({ data: list('B'), refreshOwed: true });
  });

  it('knows the first data, which came with the document', async () => {
    const { memory, server, load } = scene();
    memory.shown('/shipping', list('first'));
    memory.left('/shipping');
    const embedded = `/shipping?embedded=1&shop=roast-and-ritual.myshopify.com&host=abc&id_token=t`;
    expect(await load(embedded)).toEqual(list('first'));
    expect(server.calls).toBe(0);
  });

  it.each([
    [5 * minute - 1, 1],
    [5 * minute, 2],
  ])('after %i ms has asked the server %i times', async (passed, calls) => {
    const { server, visit, leave } = scene();
    await visit('/shipping');
    leave();
    time += passed;
    await visit('/shipping');
    expect(server.calls).toBe(calls);
  });

  it('keeps searches, pages and routes apart', async () => {
    const { server, visit } = scene();
    await visit('/shipping?query=a');
    await visit('/shipping?query=b');
    await visit('/shipping/1?query=a');
    expect(server.calls).toBe(3);
  });

  it('forgets the longest unseen of many', async () => {
    const { server, visit } = scene();
    await visit('/shipping?page=0');
    await visit('/shipping?page=1');
    await visit('/shipping?page=0');
    for (let page = 2; page <= 30; page += 1) await visit(`/shipping?page=${page}`);
    const before = server.calls;
    await visit('/shipping?page=0');
    expect(server.calls).toBe(before);
    await visit('/shipping?page=1');
    expect(server.calls).toBe(before + 1);
  });
});

describe('a screen whose server is always asked', () => {
  it('shows what was there only where the server cannot be had', async () => {
    const { server, load, visit, leave } = scene({ isAlwaysAsked: true });
    await visit('/');
    leave();
    server.answer = async () => list('B');
    expect(await visit('/')).toEqual({ data: list('B'), refreshOwed: false });
    expect(server.calls).toBe(2);
    server.answer = () => Promise.reject(new Response(null, { status: 502 }));
    expect(await load('/')).toEqual(list('B'));
    leave();
    expect(await load('/')).toEqual(list('B'));
    invalidateScreens();
    await expect(load('/')).rejects.toMatchObject({ status: 502 });
  });
});

it('stays on the screen with the failure where a lost change may have made it untrue', async () => {
  const { server, load, visit } = scene({ whenFailed });
  await visit('/');
  invalidateScreens();
  server.answer = () => Promise.reject(new Response(null, { status: 502 }));
  expect(await load('/')).toEqual({ names: ['A'], failure: errorTexts.serverError });
});

describe('what is on the screen', () => {
  it('is always loaded from the server', async () => {
    const { server, load, visit } = scene();
    await visit('/shipping');
    server.answer = async () => list('B');
    expect(await load('/shipping')).toEqual(list('B'));
  });

  it('stays when the refresh gets no answer or one of a server in trouble', async () => {
    const { server, load, visit } = scene();
    await visit('/shipping');
    server.answer = () => Promise.reject(new TypeError('Failed to fetch'));
    expect(await load('/shipping')).toEqual(list('A'));
    server.answer = () => Promise.reject(Response.json({ message: 'Oops' }, { status: 502 }));
    expect(await load('/shipping')).toEqual(list('A'));
  });

  it.each([401, 404])('gives way to a %i, for good', async (status) => {
    const { server, load, visit, leave } = scene();
    await visit('/shipping/1');
    server.answer = () => Promise.reject(new Response(null, { status }));
    await expect(load('/shipping/1')).rejects.toMatchObject({ status });
    leave();
    await expect(load('/shipping/1')).rejects.toMatchObject({ status });
  });

  it('passes on that a refresh was broken off', async () => {
    const { server, load, visit } = scene();
    await visit('/shipping');
    const controller = new AbortController();
    server.answer = () => {
      controller.abort();
      return Promise.reject(new DOMException('Aborted', 'AbortError'));
    };
    await expect(load('/shipping', controller.signal)).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});

/** As a list's screen has it: the rows of the same address stay, those of another go. */
const whenFailed = (shown: Data, failure: string, sameAddress: boolean): Data =>
  sameAddress ? { ...shown, failure } : { names: [], failure };

describe('a screen that can show a failure', () => {
  const failures = [
    ['the server’s own data', async (): Promise<Data> => ({ names: [], failure: 'Oops' }), 'Oops'],
    [
      'a status',
      () => Promise.reject(Response.json({ message: 'Closed' }, { status: 503 })),
      'Closed',
    ],
    [
      'a status without a message',
      () => Promise.reject(new Response('', { status: 500 })),
      errorTexts.serverError,
    ],
    ['no answer', () => Promise.reject(new TypeError('Failed to fetch')), errorTexts.serverError],
    ['no token', () => Promise.reject(new Error(errorTexts.sessionToken)), errorTexts.sessionToken],
  ] as const;

  it.each(failures)(
    'shows %s beside what was there, and forgets it',
    async (_, answer, failure) => {
      const { server, load, visit, leave } = scene({ whenFailed });
      await visit('/shipping');
      server.answer = answer;
      expect(await load('/shipping')).toEqual({ names: ['A'], failure });
      leave();
      expect(await load('/shipping')).toEqual(list('A'));
    },
  );

  it.each(failures)(
    'stays without its rows where a search ends with %s',
    async (_, answer, failure) => {
      const { server, load, visit } = scene({ whenFailed });
      await visit('/shipping');
      server.answer = answer;
      expect(await load('/shipping?query=a')).toEqual({ names: [], failure });
    },
  );

  it('does not stay where another screen was asked for', async () => {
    const { server, load, visit } = scene({ whenFailed });
    await visit('/shipping');
    server.answer = () => Promise.reject(new Response(null, { status: 502 }));
    await expect(load('/shipping/1')).rejects.toMatchObject({ status: 502 });
  });
});

describe('an answer that is lost on the way', () => {
  it('is asked for again, after 1, 2 and 4 seconds, and then fails in words', async () => {
    const { server, load, waits } = scene();
    server.answer = () => Promise.reject(new TypeError('Failed to fetch'));
    await expect(load('/shipping')).rejects.toThrow(errorTexts.serverError);
    expect(server.calls).toBe(4);
    expect(waits).toEqual([1_000, 2_000, 4_000]);
  });

  it('is not asked for again where the server answered, or nobody waits any more', async () => {
    const { server, load } = scene();
    server.answer = () => Promise.reject(new Response(null, { status: 502 }));
    await expect(load('/shipping')).rejects.toMatchObject({ status: 502 });
    const controller = new AbortController();
    server.answer = () => {
      controller.abort();
      return Promise.reject(new TypeError('Failed to fetch'));
    };
    await expect(load('/shipping', controller.signal)).rejects.toThrow();
    expect(server.calls).toBe(2);
  });
});

describe('failures', () => {
  it('are not remembered', async () => {
    const { memory, server, load } = scene();
    server.answer = async () => ({ names: [], failure: 'Oops' });
    expect(await load('/shipping')).toEqual({ names: [], failure: 'Oops' });
    memory.shown('/shipping', { names: [], failure: 'Oops' });
    memory.left('/shipping');
    server.answer = () => Promise.reject(new Response(null, { status: 502 }));
    await expect(load('/shipping')).rejects.toMatchObject({ status: 502 });
    server.answer = async () => list('A');
    expect(await load('/shipping')).toEqual(list('A'));
    expect(server.calls).toBe(3);
  });
});

describe('changes', () => {
  it.each([
    ['that went well', async () => 'done'],
    ['that failed', () => Promise.reject(new Error('failed'))],
  ])('%s make every route forget', async (_, action) => {
    const lists = scene();
    const details = scene();
    await lists.visit('/shipping');
    await details.visit('/shipping/1');
    lists.leave();
    details.leave();
    await invalidatingScreens(action).catch(() => undefined);
    await lists.visit('/shipping');
    await details.visit('/shipping/1');
    expect([lists.server.calls, details.server.calls]).toEqual([2, 2]);
  });

  it('hinder that a load begun before them is remembered', async () => {
    const { memory, server, load } = scene();
    const answerNow = answerLater(server);
    const loading = load('/shipping');
    invalidateScreens();
    answerNow(list('old'));
    const old = await loading;
    expect(old).toEqual(list('old'));
    memory.shown('/shipping', old);
    memory.left('/shipping');
    server.answer = async () => list('new');
    expect(await load('/shipping')).toEqual(list('new'));
  });

  it('hinder that a failed refresh brings back what was before them', async () => {
    const { server, load, visit } = scene();
    await visit('/shipping');
    const answerNow = answerLater(server);
    const loading = load('/shipping');
    invalidateScreens();
    answerNow({ names: [], failure: 'Oops' });
    expect(await loading).toEqual({ names: [], failure: 'Oops' });
  });
});
