import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { remainingTimeHeader as remaining } from '#contract/endpoints.ts';
import { errorTexts } from '#contract/error-texts.ts';
import { ApiError, InternalError, RequestError, UpdateRequiredError } from './errors.ts';
import { createTransport, type TransportOptions } from './transport.ts';

type Answers = Array<Response | Error>;

/** An API that gives the answers in turn, and remembers what it was asked. */
function apiWith(answers: Answers, more: Partial<TransportOptions> = {}) {
  const asked: Request[] = [];
  const waited: number[] = [];
  const send = createTransport({
    origin: 'http://api.test',
    sessionToken: 'a.b.c',
    clientId: 'the-key',
    fetch: async (request) => {
      asked.push(request);
      const next = answers.shift();
      if (next === undefined) throw new Error('asked once too often');
      if (next instanceof Error) throw next;
      return next;
    },
    wait: async (milliseconds) => {
      waited.push(milliseconds);
    },
    ...more,
  });
  return { send, asked, waited };
}

const answer = z.object({ ok: z.boolean() });
const get = { method: 'GET', path: '/vendor', answer } as const;
const post = { method: 'POST', path: '/vendor', answer, body: { a: 1 } } as const;
const good = () => Response.json({ ok: true });
const failing = (status: number, body?: unknown) =>
  new Response(body === undefined ? 'gone' : JSON.stringify(body), { status });

describe('a call', () => {
  it('carries the session token, X-Requested-With, the query and the prefix', async () => {
    const { send, asked } = apiWith([good()]);
    await expect(
      send({ ...get, query: { first: 20, query: '', after: undefined } }),
    ).resolves.toEqual({ ok: true });
    expect(asked[0]?.url).toBe('http://api.test/api/integrations/shopify/vendor?first=20');
    expect(asked[0]?.headers.get('authorization')).toBe('Bearer a.b.c');
    expect(asked[0]?.headers.get('x-requested-with')).toBe('XMLHttpRequest');
  });

  it('sends a body as JSON, and the idempotency key', async () => {
    const { send, asked } = apiWith([good()]);
    await send({ ...post, idempotencyKey: 'key-1' });
    expect(asked[0]?.headers.get('content-type')).toBe('application/json');
    expect(asked[0]?.headers.get('idempotency-key')).toBe('key-1');
    expect(await asked[0]?.json()).toEqual({ a: 1 });
  });
});

describe('an answer that the API hands over as a value', () => {
  const handingOver = (value: unknown) =>
    createTransport({
      origin: 'http://api.test',
      sessionToken: 'a.b.c',
      clientId: 'the-key',
      fetch: async (_, given) => {
        given?.takeAnswer?.(value);
        return new Response(null);
      },
    });

  it('is read through the contract', async () => {
    await expect(handingOver({ ok: true, more: 1 })(get)).resolves.toEqual({ ok: true });
  });

  it.each([{ ok: 'yes' }, null, undefined])(
    'is an internal error where it is %j',
    async (value) => {
      await expect(handingOver(value)(post)).rejects.toBeInstanceOf(InternalError);
    },
  );
});

it('keeps with a failure when the API may be asked again', async () => {
  const limited = new Response('{}', { status: 429, headers: { 'Retry-After': '17' } });
  const { send } = apiWith([limited]);
  await expect(send(post)).rejects.toMatchObject({ status: 429, retryAfter: '17' });
});

describe('retries', () => {
  const refused = (status: number, retryAfter: string) =>
    new Response('{}', { status, headers: { 'Retry-After': retryAfter } });

  it('asks a GET three times more, after 1, 2 and 4 seconds', async () => {
    const { send, waited } = apiWith([failing(500), new Error('down'), failing(503), good()]);
    await expect(send(get)).resolves.toEqual({ ok: true });
    expect(waited).toEqual([1_000, 2_000, 4_000]);
  });

  it('asks a GET again where there were too many requests and nobody says until when', async () => {
    const { send, waited } = apiWith([failing(429, { message: 'Wait' }), good()]);
    await expect(send(get)).resolves.toEqual({ ok: true });
    expect(waited).toEqual([1_000]);
  });

  it('passes a refusal on at once that says when to come again', async () => {
    const { send, asked, waited } = apiWith([refused(429, '1')]);
    await expect(send(get)).rejects.toMatchObject({
      status: 429,
      retryAfter: '1',
      message: errorTexts.tooManyRequests,
    });
    expect([asked.length, waited]).toEqual([1, []]);
  });

  it.each([
    ['3', [3_000]],
    ['0', [1_000]],
    ['soon', [1_000]],
    ['Thu, 01 Jan 2015 00:00:00 GMT', [1_000]],
  ])('never asks before Retry-After: %s', async (retryAfter, expected) => {
    const { send, waited } = apiWith([refused(503, retryAfter), good()]);
    await expect(send(get)).resolves.toEqual({ ok: true });
    expect(waited).toEqual(expected);
  });

  it('never asks before a date, and not at all where that is too late', async () => {
    const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toUTCString();
    const { send, waited } = apiWith([refused(503, inSeconds(5)), good()]);
    await expect(send(get)).resolves.toEqual({ ok: true });
    expect(waited[0]).toBeGreaterThan(3_000);
    const late = apiWith([refused(503, inSeconds(60))]);
    await expect(late.send(get)).rejects.toMatchObject({ status: 503 });
    expect(late.waited).toEqual([]);
  });

  it('gives up after the third', async () => {
    const { send, asked } = apiWith([failing(500), failing(500), failing(500), failing(500)]);
    await expect(send(get)).rejects.toBeInstanceOf(ApiError);
    expect(asked).toHaveLength(4);
  });

  it('does not wait beyond the deadline', async () => {
    const { send, waited } = apiWith([failing(500)], { deadline: 900 });
    await expect(send(get)).rejects.toBeInstanceOf(ApiError);
    expect(waited).toEqual([]);
  });

  it.each(['POST', 'PATCH', 'DELETE'] as const)('never repeats a %s', async (method) => {
    const { send, asked } = apiWith([failing(500)]);
    await expect(send({ ...post, method })).rejects.toBeInstanceOf(ApiError);
    expect(asked).toHaveLength(1);
  });

  it.each([400, 401, 404, 409, 422])('never repeats after a %i', async (status) => {
    const { send, asked } = apiWith([failing(status)]);
    await expect(send(get)).rejects.toBeInstanceOf(ApiError);
    expect(asked).toHaveLength(1);
  });
});

describe('the deadline', () => {
  const never = () => new Promise<Response>(() => {});

  it.each(['GET', 'PATCH'] as const)(
    'ends a %s to an API in this process that pays no attention to it',
    async (method) => {
      const startedAt = performance.now();
      const { send } = apiWith([], { deadline: 200, fetch: never });
      await expect(send({ ...get, method })).rejects.toBeInstanceOf(RequestError);
      expect(performance.now() - startedAt).toBeLessThan(1_000);
    },
  );

  it('ends an answer that never ends', async () => {
    const endless = new Response(new ReadableStream());
    const { send } = apiWith([endless], { deadline: 200 });
    await expect(send(post)).rejects.toBeInstanceOf(RequestError);
  });

  it('is told to the API, and is longer for what changes something', async () => {
    const { send, asked } = apiWith([good(), good()]);
    await send(get);
    await send(post);
    const [reading, writing] = asked.map((request) => Number(request.headers.get(remaining)));
    // Nobody waits before a spinner for more than 10 s without a word.
    expect(reading).toBeGreaterThan(8_000);
    expect(reading).toBeLessThanOrEqual(9_000);
    expect(writing).toBeGreaterThan(29_000);
    expect(writing).toBeLessThanOrEqual(30_000);
  });

  it('counts all tries together', async () => {
    const slow = async (request: Request) => {
      asked.push(Number(request.headers.get(remaining)));
      await new Promise((resolve) => setTimeout(resolve, 50));
      return failing(503);
    };
    const asked: number[] = [];
    const { send } = apiWith([], { fetch: slow });
    await expect(send(get)).rejects.toBeInstanceOf(ApiError);
    expect(asked).toHaveLength(4);
    expect((asked[0] ?? 0) - (asked[3] ?? 0)).toBeGreaterThanOrEqual(140);
  });
});

describe('a failure', () => {
  it.each([
    [500, { message: 'The roof leaks' }, 'The roof leaks'],
    [500, undefined, errorTexts.serverError],
    [503, { message: ' ' }, errorTexts.serverError],
    [422, { message: 'No' }, 'No'],
    [400, undefined, errorTexts.somethingWentWrong],
    [429, undefined, errorTexts.tooManyRequests],
  ])('of status %i with %o says "%s"', async (status, body, message) => {
    const { send } = apiWith([failing(status, body)]);
    await expect(send(post)).rejects.toMatchObject({ name: 'ApiError', status, message });
  });

  it('keeps the status, its text and the body, with the field errors', async () => {
    const fieldErrors = { 'recurringPolicies[1].intervalCount': ['Too often'] };
    const response = { message: 'No', fieldErrors };
    const { send } = apiWith([Response.json(response, { status: 422, statusText: 'Refused' })]);
    const error = { status: 422, statusText: 'Refused', response, fieldErrors };
    await expect(send(post)).rejects.toMatchObject(error);
  });

  it('sends the merchant out where a 401 names an address, with the client_id', async () => {
    const details = { url: 'https://store.test/oauth?scope=a' };
    const { send } = apiWith([failing(401, { message: 'x', details })]);
    const error = await send(get).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UpdateRequiredError);
    expect(error).toMatchObject({
      message: 'Update required',
      url: 'https://store.test/oauth?scope=a&client_id=the-key',
    });
  });

  it.each([
    ['javascript:alert(1)', true],
    ['data:text/html,x', false],
    ['http://store.test/oauth', false],
    ['/oauth', false],
  ])('never sends the merchant to %s (local: %s)', async (url, local) => {
    const { send } = apiWith([failing(401, { message: 'No', details: { url } })], { local });
    await expect(send(get)).rejects.toBeInstanceOf(ApiError);
  });

  it('sends the merchant out without encryption in local mode only', async () => {
    const details = { url: 'http://store.test/oauth' };
    const { send } = apiWith([failing(401, { message: 'x', details })], { local: true });
    await expect(send(get)).rejects.toBeInstanceOf(UpdateRequiredError);
  });

  it.each([['not json'], ['{"ok":"perhaps"}'], ['']])(
    'is an internal one where the answer is %j',
    async (text) => {
      const { send } = apiWith([new Response(text)]);
      await expect(send(post)).rejects.toBeInstanceOf(InternalError);
    },
  );

  it('is an invalid request where the body cannot be sent', async () => {
    const { send, asked } = apiWith([]);
    await expect(send({ ...post, body: { amount: 1n } })).rejects.toMatchObject({
      name: 'InvalidRequestError',
    });
    expect(asked).toEqual([]);
  });

  it('is a request error where no answer comes', async () => {
    const { send } = apiWith([new Error('refused')]);
    await expect(send(post)).rejects.toBeInstanceOf(RequestError);
  });
});
