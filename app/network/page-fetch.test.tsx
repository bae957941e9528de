import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { errorTexts } from '#contract/error-texts.ts';
import { isNetworkGone, isNetworkThere, probePath } from './network.ts';
import { createConnectedFetch } from './page-fetch.ts';

let isThere = true;
const server = vi.fn(async (_: RequestInfo | URL) => {
  if (!isThere) throw new TypeError('Failed to fetch');
  return new Response('read');
});

beforeEach(() => void vi.stubGlobal('fetch', server));
afterEach(async () => {
  isThere = true;
  await isNetworkThere();
  vi.unstubAllGlobals();
  server.mockClear();
});

const address = (path: string) => new URL(path, window.location.origin).href;
const dataOf = address('/shipping?_data=routes%2F_admin.shipping');

describe('without the network, a page', () => {
  it('waits with what it reads', async () => {
    isThere = false;
    const answer = createConnectedFetch(server)(dataOf);
    await expect.poll(() => isNetworkGone()).toBe(true);
    isThere = true;
    window.dispatchEvent(new Event('online'));
    expect(await (await answer).text()).toBe('read');
  });

  it('refuses a change', async () => {
    isThere = false;
    const send = createConnectedFetch(server);
    await expect(send(address('/a'), { method: 'POST', body: 'typed' })).rejects.toThrow(
      errorTexts.unreachable,
    );
  });

  it.each(['https://elsewhere.test/', address(probePath)])('has nobody wait for %s', async (to) => {
    isThere = false;
    await expect(createConnectedFetch(server)(to)).rejects.toThrow('Failed to fetch');
    expect(isNetworkGone()).toBe(false);
  });
});

describe('an answer of 502', () => {
  const page = (headers?: HeadersInit) =>
    createConnectedFetch(
      async () => new Response('<h1>Bad Gateway</h1>', { status: 502, headers }),
    );

  it('in place of a screen’s data is the specification’s failure where a proxy gave it', async () => {
    await expect(page()(dataOf)).rejects.toThrow(errorTexts.serverError);
  });

  it.each<[string, string, RequestInit, HeadersInit]>([
    ['is the app’s own', dataOf, {}, { 'X-Remix-Catch': 'yes' }],
    ['is the app’s own failure', dataOf, {}, { 'X-Remix-Error': 'yes' }],
    ['is of a resource', address('/resources/theme'), {}, {}],
    ['is of a form', dataOf, { method: 'POST', body: '' }, {}],
  ])('is handed on where it %s', async (_, to, init, headers) => {
    expect((await page(headers)(to, init)).status).toBe(502);
  });
});
