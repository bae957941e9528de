import { type Agent, request } from 'node:http';
import type { MerchantRequest } from './merchant-requests.ts';

/** An answer's status, or `lost` if no complete answer came. */
export type Timed = { status: number | 'lost'; milliseconds: number; retryAfter: boolean };

/** Sends a request, or posts a body if there is one, a form unless the headers say otherwise. Never throws. */
export function timed(
  url: string,
  { path, headers }: MerchantRequest,
  options: { agent: Agent; body?: URLSearchParams | string },
): Promise<Timed> {
  const { agent, body } = options;
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const end = (status: Timed['status'], retryAfter = false) =>
      resolve({ status, milliseconds: performance.now() - startedAt, retryAfter });
    const sent = request(
      url + path,
      {
        agent,
        method: body === undefined ? 'GET' : 'POST',
        headers:
          body === undefined
            ? headers
            : { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      },
      (answer) => {
        answer.resume();
        answer.on('error', () => end('lost'));
        answer.on('end', () =>
          end(answer.statusCode ?? 'lost', answer.headers['retry-after'] !== undefined),
        );
      },
    );
    sent.on('error', () => end('lost'));
    sent.end(body?.toString());
  });
}

/** A percentile of the answers' times, in ms. */
export function percentile(answers: readonly Timed[], percent: number): number {
  const times = answers.map(({ milliseconds }) => milliseconds).sort((one, other) => one - other);
  return (
    times[Math.min(times.length - 1, Math.floor((times.length * percent) / 100))] ?? Number.NaN
  );
}
