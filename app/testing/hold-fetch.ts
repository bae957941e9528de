import { vi } from 'vitest';

type Posted = { path: string; body: unknown; answer: (status: number, body: unknown) => void };

/**
 * Requests of the browser to the app's resource routes, each answered by the test in its own time; what sections ask for by themselves
 * is answered at once, by its path, as far as the test says.
 */
export function holdFetch(asked: Record<string, () => unknown> = {}) {
  const posted: Posted[] = [];
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (init.method === 'GET') {
      const answer = asked[path];
      return answer ? Promise.resolve(Response.json(answer())) : new Promise<Response>(() => {});
    }
    return new Promise<Response>((resolve) => {
      posted.push({
        path,
        body: JSON.parse(String(init.body)),
        answer: (status, body) => resolve(Response.json(body, { status })),
      });
    });
  });
  return posted;
}
