import { beforeEach, describe, expect, it } from 'vitest';
import { createLoaderCache, forgetLoads, forgettingLoads, loadKeyOf } from './loader-cache.ts';

type Data = { names: string[]; failure: string | null };

const minute = 60_000;
const shop = 'roast-and-ritual.myshopify.com';
let time = 0;

beforeEach(() => {
  time = 1_000;
  forgetLoads();
});

function asked(address: string, signal?: AbortSignal): Request {
  return new Request(new URL(address, 'https://app.example'), { signal });
}

/** A route's memory, a server that answers what it is told to, and the screen that shows it. */
function scene() {
  const loads = createLoaderCache<Data>(() => time);
  const server = { calls: 0, answer: async (): Promise<Data> => list('A') };
  const load = (address: string, signal?: AbortSignal) =>
    loads.load(asked(address, signal), () => {
      server.calls += 1;
      return server.answer();
    });
  let screen: string | undefined;
  const leave = () => {
    if (screen !== undefined) loads.left(screen);
    screen = undefined;
  };
  const visit = async (address: string, ofShop = shop) => {
    const data = await load(address);
    leave();
    screen = loadKeyOf(new URL(address, 'https://app.example'));
    return { data, refreshOwed: loads.shown(screen, ofShop, data) };
  };
  return { loads, server, load, visit, leave };
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
    const { loads, server, load } = scene();
    loads.shown('/shipping', shop, list('first'));
    loads.left('/shipping');
    const embedded = `/shipping?embedded=1&shop=${shop}&host=abc&id_token=t`;
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

  it('stays with the failure that the refresh brings', async () => {
    const { server, load, visit, leave } = scene();
    await visit('/shipping');
    server.answer = async () => ({ names: [], failure: 'Oops' });
    expect(await load('/shipping')).toEqual({ names: ['A'], failure: 'Oops' });
    leave();
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

describe('failures', () => {
  it('are not remembered', async () => {
    const { server, load, loads } = scene();
    server.answer = async () => ({ names: [], failure: 'Oops' });
    expect(await load('/shipping')).toEqual({ names: [], failure: 'Oops' });
    loads.shown('/shipping', shop, { names: [], failure: 'Oops' });
    loads.left('/shipping');
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
    await forgettingLoads(action).catch(() => undefined);
    await lists.visit('/shipping');
    await details.visit('/shipping/1');
    expect([lists.server.calls, details.server.calls]).toEqual([2, 2]);
  });

  it('hinder that a load begun before them is remembered', async () => {
    const { loads, server, load } = scene();
    const answerNow = answerLater(server);
    const loading = load('/shipping');
    forgetLoads();
    answerNow(list('old'));
    const old = await loading;
    expect(old).toEqual(list('old'));
    loads.shown('/shipping', shop, old);
    loads.left('/shipping');
    server.answer = async () => list('new');
    expect(await load('/shipping')).toEqual(list('new'));
  });

  it('hinder that a failed refresh brings back what was before them', async () => {
    const { server, load, visit } = scene();
    await visit('/shipping');
    const answerNow = answerLater(server);
    const loading = load('/shipping');
    forgetLoads();
    answerNow({ names: [], failure: 'Oops' });
    expect(await loading).toEqual({ names: [], failure: 'Oops' });
  });
});

describe('another shop', () => {
  it('sees nothing of the first one', async () => {
    const { server, visit } = scene();
    await visit('/shipping');
    await visit('/shipping?after=a', 'first-crack.myshopify.com');
    await visit('/shipping', 'first-crack.myshopify.com');
    expect(server.calls).toBe(3);
  });
});
