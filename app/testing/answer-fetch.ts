import { vi } from 'vitest';
import { idempotencyKeyHeader } from '#contract/idempotency-key.ts';

/** A request of the browser that was answered. */
export type AnsweredRequest = { asked: string; body: unknown; key?: string; ifMatch?: string };

type Answers = Record<string, () => Response | Promise<Response>>;

/** Answers requests of the browser to the app's resource routes, each by its method and path, such as `GET /resources/theme`. */
export function answerFetch(answers: Answers): AnsweredRequest[] {
  const requests: AnsweredRequest[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const { method = 'GET', body, headers } = init;
    const asked = `${method} ${path}`;
    const sent = new Headers(headers);
    const key = sent.get(idempotencyKeyHeader);
    const ifMatch = sent.get('If-Match');
    requests.push({
      asked,
      body: typeof body === 'string' ? JSON.parse(body) : body,
      ...(key !== null && { key }),
      ...(ifMatch !== null && { ifMatch }),
    });
    const answer = answers[asked];
    if (answer === undefined) throw new Error(`Nobody answers ${asked}`);
    return await answer();
  });
  return requests;
}
