import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { type ErrorEnvelope, errorTexts } from '#contract/errors.ts';
import { MailNotReachedError } from '../mail/mail.ts';
import { type FailureKind, ServiceError } from '../service-error.ts';
import type { RequestVariables } from './endpoint-routes.ts';

const statuses: Record<FailureKind, ContentfulStatusCode> = {
  'invalid request': 400,
  'not authorized': 401,
  'not granted': 401,
  'shop frozen': 402,
  forbidden: 403,
  'not found': 404,
  conflict: 409,
  // Not 404 or 403: those are about things within a shop.
  'shop gone': 410,
  'too large': 413,
  'unsupported type': 415,
  'invalid fields': 422,
  'shop forbidden': 423,
  'shop locked': 423,
  throttled: 429,
  failed: 502,
  'outcome unknown': 502,
  unavailable: 503,
};

/** Answers with the failure's envelope and logs its cause, which the caller doesn't see. */
export function sendFailure(error: Error, context: Context<RequestVariables>): Response {
  const log = context.get('logger');
  if (!(error instanceof ServiceError)) {
    log.error({ error }, 'request failed unexpectedly');
    return context.json({ message: errorTexts.serverError } satisfies ErrorEnvelope, 500);
  }
  // Errors wake an operator, who is not needed where something is under way or an address is refused.
  const isForOperator = error.kind !== 'unavailable' || error instanceof MailNotReachedError;
  if (!error.isRefusal) log[isForOperator ? 'error' : 'warn']({ error }, 'request failed');
  else if (error.cause !== undefined) log.warn({ error }, 'request refused');
  if (error.retryMilliseconds !== undefined) {
    const seconds = Math.max(1, Math.ceil(error.retryMilliseconds / 1000));
    context.header('Retry-After', String(seconds));
  }
  return context.json(error.envelope, statuses[error.kind]);
}
