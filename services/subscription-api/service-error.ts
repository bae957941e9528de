import { type ErrorEnvelope, errorTexts, type FieldErrors } from '#contract/errors.ts';
import { retryAfterOf } from './retry-after.ts';

/** A failure that the caller is told about: its HTTP status and its envelope (contract/errors.ts). */
export class ServiceError extends Error {
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 502 | 503;
  readonly envelope: ErrorEnvelope;
  /** When to ask again, in whole seconds, where that is known. */
  readonly retryAfter: number | undefined;

  constructor(
    status: ServiceError['status'],
    envelope: ErrorEnvelope,
    cause?: unknown,
    retryAfter?: number,
  ) {
    super(envelope.message, { cause });
    this.name = 'ServiceError';
    this.status = status;
    this.envelope = envelope;
    this.retryAfter = retryAfter;
  }
}

/** The envelope's message is the first of the field errors (specification §8, "first submit error message"). */
function withFields(status: 400 | 422, fieldErrors: FieldErrors): ServiceError {
  const message = Object.values(fieldErrors)[0]?.[0] ?? errorTexts.somethingWentWrong;
  return new ServiceError(status, { message, fieldErrors });
}

/** Fields of the body: 422, or what the endpoint says. */
export function invalidFields(fieldErrors: FieldErrors, status: 400 | 422 = 422): ServiceError {
  return withFields(status, fieldErrors);
}

/** 400: parameters of the query string. */
export function invalidQuery(fieldErrors: FieldErrors): ServiceError {
  return withFields(400, fieldErrors);
}

export function notFound(message: string): ServiceError {
  return new ServiceError(404, { message });
}

/** 401 without a way out: the session token is no good. */
export function notAuthorized(cause?: unknown): ServiceError {
  return new ServiceError(401, { message: errorTexts.authorizeRequest }, cause);
}

/** 401 that sends the merchant to `url` to grant what is missing (specification §7). */
export function updateRequired(url: string): ServiceError {
  return new ServiceError(401, { message: errorTexts.updateRequired, details: { url } });
}

/** 502: the platform didn't answer, or not in a way that can be understood. `cause` is logged, never sent. */
export function platformFailed(cause: unknown): ServiceError {
  return new ServiceError(502, { message: errorTexts.serverError }, cause);
}

/**
 * 429: the platform throttles the shop for longer than the caller waits, by its own word for so many ms; nothing was carried out.
 * `cause` is logged, never sent.
 */
export function platformThrottles(cause: unknown, milliseconds: number): ServiceError {
  const { tooManyRequests } = errorTexts;
  return new ServiceError(429, { message: tooManyRequests }, cause, retryAfterOf(milliseconds));
}

/**
 * 502 where a mutation may have been carried out all the same: its answer was lost or cannot be read. What is true must be asked
 * of the platform before anything is said of it.
 */
export class OutcomeUnknownError extends ServiceError {
  constructor(cause: unknown) {
    super(502, { message: errorTexts.serverError }, cause);
    this.name = 'OutcomeUnknownError';
  }
}
