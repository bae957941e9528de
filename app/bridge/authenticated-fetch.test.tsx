import { act, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SubmissionStatus } from '../forms/SubmissionStatus.tsx';
import { isNetworkGone, isNetworkThere } from '../network/network.ts';
import { createBridgeInTest } from '../testing/bridge-in-test.ts';
import type { Connect } from './admin.ts';
import { createAuthenticatedFetch } from './authenticated-fetch.ts';
import { createAdmin } from './create-admin.ts';
import { longWaitText } from './long-wait.ts';

type Payload = () => Record<string, unknown>;

/** An admin at the other end of the bridge: answers requests for tokens, and for authorization codes where it is given one. */
function bridgeTo(token?: Payload, code?: Payload) {
  const { bridge, dispatched } = createBridgeInTest({
    ...(token && { 'SESSION_TOKEN::REQUEST': token }),
    ...(code && { 'AUTH_CODE::REQUEST': code }),
  });
  const admin = createAdmin(bridge);
  const connect: Connect = async () => admin;
  return { connect, dispatched };
}

function numberedTokens() {
  let given = 0;
  return () => {
    given += 1;
    return { sessionToken: `token-${given}` };
  };
}

function plainFetchWith(...answers: Response[]) {
  return vi.fn(async (_input: RequestInfo | URL, _init?: RequestInit) => {
    const next = answers.shift();
    if (!next) throw new Error('asked once too often');
    return next;
  });
}

function requestsOf(fetch: ReturnType<typeof plainFetchWith>): Request[] {
  return fetch.mock.calls.map(([input, init]) => new Request(input, init));
}

afterEach(() => {
  window.history.replaceState(null, '', '/');
  vi.useRealTimers();
});

describe('createAuthenticatedFetch', () => {
  it('gives each request a fresh token and X-Requested-With', async () => {
    const plain = plainFetchWith(new Response(), new Response());
    const fetch = createAuthenticatedFetch(bridgeTo(numberedTokens()).connect, plain);
    await fetch(`${window.location.origin}/a`);
    await fetch(`${window.location.origin}/b`);
    const requests = requestsOf(plain);
    expect(requests.map((request) => request.headers.get('authorization'))).toEqual([
      'Bearer token-1',
      'Bearer token-2',
    ]);
    expect(requests[0]?.headers.get('x-requested-with')).toBe('XMLHttpRequest');
  });

  it('stands aside for other origins and for a request that has a token', async () => {
    const plain = plainFetchWith(new Response(), new Response());
    const fetch = createAuthenticatedFetch(bridgeTo(numberedTokens()).connect, plain);
    await fetch('https://elsewhere.test/');
    await fetch(`${window.location.origin}/a`, { headers: { Authorization: 'Bearer mine' } });
    const tokens = requestsOf(plain).map((request) => request.headers.get('authorization'));
    expect(tokens).toEqual([null, 'Bearer mine']);
  });

  it('sends a request again, body and all, when its token was refused', async () => {
    const refused = new Response(null, {
      status: 401,
      headers: { 'X-Shopify-Retry-Invalid-Session-Request': '1' },
    });
    const plain = plainFetchWith(refused, new Response('done'));
    const fetch = createAuthenticatedFetch(bridgeTo(numberedTokens()).connect, plain);
    const answer = await fetch(`${window.location.origin}/a`, { method: 'POST', body: 'typed' });
    expect(await answer.text()).toBe('done');
    const again = requestsOf(plain)[1];
    expect(again?.headers.get('authorization')).toBe('Bearer token-2');
    expect(await again?.text()).toBe('typed');
  });

  it('holds a request until the bridge is there', async () => {
    const plain = plainFetchWith(new Response());
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const { connect } = bridgeTo(numberedTokens());
    const fetch = createAuthenticatedFetch(() => arrived.then(connect), plain);
    const answer = fetch(`${window.location.origin}/a`);
    expect(await Promise.race([answer, new Promise((next) => setTimeout(next, 0))])).toBe(
      undefined,
    );
    expect(plain).not.toHaveBeenCalled();
    arrive();
    await answer;
    expect(requestsOf(plain)[0]?.headers.get('authorization')).toBe('Bearer token-1');
  });

  it('says so when the bridge could not be loaded, and asks again the next time', async () => {
    const plain = plainFetchWith(new Response());
    const { connect } = bridgeTo(numberedTokens());
    const loading = vi.fn(connect).mockRejectedValueOnce(new Error('no network'));
    const fetch = createAuthenticatedFetch(loading, plain);
    await expect(fetch(`${window.location.origin}/a`)).rejects.toThrow(
      'Failed to retrieve a session token',
    );
    expect(plain).not.toHaveBeenCalled();
    await fetch(`${window.location.origin}/a`);
    expect(requestsOf(plain)[0]?.headers.get('authorization')).toBe('Bearer token-1');
  });

  it('says so when the admin gives no token', async () => {
    const fetch = createAuthenticatedFetch(bridgeTo(() => ({})).connect, plainFetchWith());
    await expect(fetch(`${window.location.origin}/a`)).rejects.toThrow(
      'Failed to retrieve a session token',
    );
  });

  const silent = () => bridgeTo().connect;
  it.each<[string, () => Connect]>([
    ['the admin never answers', silent],
    ['the bridge is never there', () => () => new Promise(() => {})],
  ])('says so when %s', async (_, connectionOf) => {
    vi.useFakeTimers();
    const failed = expect(
      createAuthenticatedFetch(connectionOf(), plainFetchWith())(`${window.location.origin}/a`),
    ).rejects.toThrow('Failed to retrieve a session token');
    await vi.advanceTimersByTimeAsync(10_000);
    await failed;
  });

  it.each([
    ['https://store.test/grant', 'https://store.test/grant'],
    ['/grant', `${window.location.origin}/grant`],
    [null, `${window.location.origin}/api/auth?shop=a.myshopify.com&host=aG9zdA%3D%3D`],
  ])('leaves for %s where the answer asks for reauthorisation', async (url, target) => {
    window.history.replaceState(
      null,
      '',
      '/shipping?shop=a.myshopify.com&host=aG9zdA%3D%3D&page=2',
    );
    const headers = new Headers({ 'X-Shopify-API-Request-Failure-Reauthorize': '1' });
    if (url) headers.set('X-Shopify-API-Request-Failure-Reauthorize-Url', url);
    const { connect, dispatched } = bridgeTo(numberedTokens());
    const fetch = createAuthenticatedFetch(
      connect,
      plainFetchWith(new Response(null, { headers })),
    );
    await fetch(`${window.location.origin}/a`);
    const redirects = dispatched.filter((action) => action.type.includes('REDIRECT'));
    expect(redirects).toHaveLength(1);
    expect(redirects[0]?.payload).toMatchObject({ url: target });
  });

  describe('after an answer that flags an unauthorized failure', () => {
    const unauthorized = () =>
      new Response(null, {
        status: 401,
        headers: { 'X-Shopify-API-Request-Failure-Unauthorized': 'true' },
      });
    const signedCode = () => ({
      status: 'needsExchange',
      code: 'the-code',
      hmac: 'the-hmac',
      shop: 'a.myshopify.com',
      timestamp: '1789000000',
    });
    const post = (connect: Connect, plain: typeof globalThis.fetch) =>
      createAuthenticatedFetch(connect, plain)(`${window.location.origin}/a`, {
        method: 'POST',
        body: 'typed',
      });

    it('calls back with the authorization code and sends the request once more', async () => {
      const callback = new Response(null, { status: 204 });
      const plain = plainFetchWith(unauthorized(), callback, new Response('done'));
      const { connect } = bridgeTo(numberedTokens(), signedCode);
      const answer = await post(connect, plain);
      expect(await answer.text()).toBe('done');
      const [, called, again] = requestsOf(plain);
      expect(called?.method).toBe('GET');
      expect(called?.url).toBe(
        `${window.location.origin}/auth/shopify/callback?code=the-code&hmac=the-hmac&shop=a.myshopify.com&timestamp=1789000000`,
      );
      expect(called?.headers.get('authorization')).toBe('Bearer token-2');
      expect(await again?.text()).toBe('typed');
      expect(again?.headers.get('authorization')).toBe('Bearer token-3');
    });

    it('is content with a second refusal', async () => {
      const plain = plainFetchWith(unauthorized(), new Response(), unauthorized());
      const { connect } = bridgeTo(numberedTokens(), signedCode);
      expect((await post(connect, plain)).status).toBe(401);
      expect(plain).toHaveBeenCalledTimes(3);
    });

    it.each([
      ['the callback is refused', signedCode, 'Failed to authorize request.'],
      ['the admin has no code', () => ({}), 'Failed to retrieve an authorization code'],
    ])('says so where %s', async (_, code, text) => {
      const plain = plainFetchWith(unauthorized(), new Response(null, { status: 401 }));
      const { connect } = bridgeTo(numberedTokens(), code);
      await expect(post(connect, plain)).rejects.toThrow(text);
    });
  });
});

describe('without the network', () => {
  const { origin } = window.location;
  let isThere = false;
  const goneFetch = () => {
    isThere = false;
    vi.stubGlobal('fetch', async () => {
      if (!isThere) throw new TypeError('Failed to fetch');
      return new Response();
    });
  };

  afterEach(() => void vi.unstubAllGlobals());

  it('what reads waits for it, and asks for another token', async () => {
    goneFetch();
    const plain = plainFetchWith(new Response('read'));
    plain.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const answer = createAuthenticatedFetch(
      bridgeTo(numberedTokens()).connect,
      plain,
    )(`${origin}/a`);
    await expect.poll(() => isNetworkGone()).toBe(true);
    isThere = true;
    window.dispatchEvent(new Event('online'));
    expect(await (await answer).text()).toBe('read');
    expect(requestsOf(plain)[1]?.headers.get('authorization')).toBe('Bearer token-2');
  });

  it('what changes something is refused, and not sent later', async () => {
    goneFetch();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValueOnce(false).mockReturnValueOnce(false);
    const plain = plainFetchWith();
    const { connect } = bridgeTo(numberedTokens());
    const send = createAuthenticatedFetch(connect, plain);
    await expect(send(`${origin}/a`, { method: 'POST', body: 'typed' })).rejects.toThrow(
      "You're offline",
    );
    isThere = true;
    await isNetworkThere();
    expect(plain).not.toHaveBeenCalled();
  });
});

describe('an answer that is long in coming', () => {
  const { origin } = window.location;
  const said = (dispatched: Array<{ type: string; payload?: unknown }>) =>
    dispatched.filter(({ type }) => type === 'APP::TOAST::SHOW').map(({ payload }) => payload);
  const stillWaiting = expect.objectContaining({
    message: longWaitText,
  });

  it('is said to be awaited still after 8 s, once for all that wait, until it is there', async () => {
    vi.useFakeTimers();
    const { connect, dispatched } = bridgeTo(numberedTokens());
    let answer = (_: Response) => {};
    const late = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    const send = createAuthenticatedFetch(connect, () => late);
    const answered = Promise.all([send(`${origin}/settings`), send(`${origin}/theme`)]);
    await vi.advanceTimersByTimeAsync(7_999);
    expect(said(dispatched)).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(said(dispatched)).toEqual([stillWaiting]);
    answer(new Response('at last'));
    await answered;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(said(dispatched)).toEqual([stillWaiting]);
  });

  it('is said by the form that waits, and by no toast', async () => {
    vi.useFakeTimers();
    const { connect, dispatched } = bridgeTo(numberedTokens());
    const late = new Promise<Response>((resolve) =>
      setTimeout(() => resolve(new Response()), 25_000),
    );
    render(<SubmissionStatus isUnderWay words="Saving..." />);
    const answered = createAuthenticatedFetch(connect, () => late)(`${origin}/settings`);
    const text = () => screen.getByRole('status').textContent;
    await act(() => vi.advanceTimersByTimeAsync(7_000));
    expect(text()).toBe('Saving...');
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(text()).toMatch(/^Saving\.\.\.This is taking longer than usual/);
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    await answered;
    expect(said(dispatched)).toEqual([]);
  });

  it('keeps to itself what nobody can hear', async () => {
    vi.useFakeTimers();
    const unreachable = async () => {
      throw new TypeError('Failed to fetch');
    };
    const { connect: reach } = bridgeTo(numberedTokens());
    let isReachable = true;
    const connect: Connect = () => (isReachable ? reach() : unreachable());
    const late = new Promise<Response>((resolve) =>
      setTimeout(() => resolve(new Response()), 25_000),
    );
    const answered = createAuthenticatedFetch(connect, () => late)(`${origin}/settings`);
    await vi.advanceTimersByTimeAsync(5_000);
    isReachable = false;
    await vi.advanceTimersByTimeAsync(20_000);
    await expect(answered).resolves.toMatchObject({ status: 200 });
  });
});
