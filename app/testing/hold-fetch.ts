import { vi } from 'vitest';

type Posted = { path: string; body: unknown; answer: (status: number, body: unknown) => void };

/** Requests of the browser to the app's resource routes, each answered by the test in its own time. */
export function holdFetch() {
  const posted: Posted[] = [];
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    // What a section asks for by itself stays on its way.
    if (init.method === 'GET') return new Promise<Response>(() => {});
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
