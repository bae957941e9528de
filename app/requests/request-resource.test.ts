import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { errorTexts } from '#contract/error-texts.ts';
import { ResourceError, requestResource } from './request-resource.ts';

function answering(response: () => Promise<Response>) {
  const fetch = vi.fn(async (_input: RequestInfo | URL, _init?: RequestInit) => response());
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

function ask() {
  return requestResource({
    method: 'POST',
    path: '/resources/fixed-subscription/1/variants',
    body: { variants: ['a'] },
    answer: async () => z.object({ changed: z.array(z.string()) }),
  });
}

async function resourceErrorOf(response: () => Promise<Response>): Promise<ResourceError> {
  answering(response);
  const error = await ask().catch((thrown: unknown) => thrown);
  if (!(error instanceof ResourceError)) throw new Error('No resource error was thrown');
  return error;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

const oops = 'Oops, something went wrong. Please try again later or contact support.';

describe('requestResource', () => {
  it('sends JSON and reads the answer through its schema', async () => {
    const fetch = answering(async () => Response.json({ changed: ['a'], more: true }));
    await expect(ask()).resolves.toEqual({ changed: ['a'] });
    expect(fetch).toHaveBeenCalledWith(
      '/resources/fixed-subscription/1/variants',
      expect.objectContaining({ method: 'POST', body: '{"variants":["a"]}' }),
    );
  });

  it('tells what the server says', async () => {
    const error = await resourceErrorOf(async () =>
      Response.json({ message: 'Selling plan group not found' }, { status: 404 }),
    );
    expect(error).toMatchObject({ message: 'Selling plan group not found', status: 404 });
  });

  it('passes on where an update is granted', async () => {
    const failure = { message: 'Update required', updateUrl: 'https://example.com/grant' };
    const error = await resourceErrorOf(async () => Response.json(failure, { status: 401 }));
    expect(error.updateUrl).toBe('https://example.com/grant');
  });

  it.each([
    [401, 'Failed to authorize request.'],
    [403, 'Something went wrong!'],
    [502, oops],
  ])('has a text for status %i without one', async (status, message) => {
    const error = await resourceErrorOf(async () => new Response('<html></html>', { status }));
    expect(error).toMatchObject({ message, status });
  });

  it('tells that no answer came, without a text of the browser', async () => {
    const error = await resourceErrorOf(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(error).toMatchObject({ message: oops, status: 0 });
  });

  it('gives up on an answer that hangs, and only then', async () => {
    vi.useFakeTimers();
    try {
      vi.stubGlobal(
        'fetch',
        (_path: string, { signal }: { signal: AbortSignal }) =>
          new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      );
      const seen = vi.fn();
      ask().catch(seen);
      await vi.advanceTimersByTimeAsync(59_000);
      expect(seen).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(2_000);
      expect(seen).toHaveBeenCalledWith(expect.objectContaining({ message: oops, status: 0 }));
    } finally {
      vi.useRealTimers();
    }
  });

  it('tells that no session token could be had', async () => {
    const reason = new Error('Failed to retrieve a session token');
    const error = await resourceErrorOf(() => Promise.reject(reason));
    expect(error.message).toBe('Failed to retrieve a session token');
  });

  it('sends no change whose answer could not be read', async () => {
    const fetch = answering(async () => new Response());
    const asked = requestResource({
      method: 'POST',
      path: '/resources/theme',
      answer: () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
    });
    await expect(asked).rejects.toMatchObject({ message: errorTexts.notSent, status: -1 });
    expect(fetch.mock.calls.map(([path]) => path)).toEqual(['/healthz']);
  });

  it('does not take another answer for its own', async () => {
    const error = await resourceErrorOf(async () => Response.json({ changed: 'all' }));
    expect(error.message).toBe(oops);
  });
});
