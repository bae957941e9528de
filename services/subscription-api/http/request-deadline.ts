import type { Context } from 'hono';
import { remainingTimeHeader } from '#contract/endpoints.ts';
import { deadlineIn } from '../deadline.ts';
import type { RequestVariables } from './endpoint-routes.ts';

/** Default for a caller that doesn't say how long it waits. */
const usualMilliseconds = 30_000;
const longestMilliseconds = 60_000;
/** Left for the answer's way back. */
const answerMilliseconds = 250;

/** When the caller stops waiting. A read ends once its caller has gone; a write runs to its end all the same. */
export function deadlineOf(context: Context<RequestVariables>): ReturnType<typeof deadlineIn> {
  const given = context.req.header(remainingTimeHeader) ?? '';
  const milliseconds = /^\d{1,6}$/.test(given) ? Number(given) : usualMilliseconds;
  const gone =
    context.req.method === 'GET' ? (context.env?.gone ?? context.req.raw.signal) : undefined;
  const waits = Math.min(milliseconds, longestMilliseconds) - answerMilliseconds;
  return deadlineIn(Math.max(0, waits), gone);
}
