import { type ErrorEnvelope, errorTexts, type FieldErrors } from '#contract/errors.ts';
import { retryAfterOf } from './retry-after.ts';

/** A failure that the caller is told about: its HTTP status and its envelope (contract/errors.ts). */
export class ServiceError extends Error {
  readonly status:
    | 400
    | 401
    | 402
    | 403
    | 404
    | 409
    | 410
    | 413
    | 415
    | 422
    | 423
    | 429
    | 500
    | 502
    | 503;
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

/**
 * What came of a call of the platform that has no answer, for those who must act by it. `failed`: no answer, or none that can be understood;
 * `outcome unknown`: the same of a mutation; `refused`: whatever was granted; `shop …`: nobody gets in, until somebody else changes that.
 */
export type PlatformFailure =
  | 'failed'
  | 'outcome unknown'
  | 'throttled'
  | 'not granted'
  | 'refused'
  | 'shop frozen'
  | 'shop forbidden'
  | 'shop gone'
  | 'shop locked';

/** The platform carried nothing out, except where its outcome is unknown. The cause is logged, never sent. */
export class PlatformError extends ServiceError {
  readonly kind: PlatformFailure;

  constructor(kind: PlatformFailure, ...failure: ConstructorParameters<typeof ServiceError>) {
    super(...failure);
    this.name = 'PlatformError';
    this.kind = kind;
  }
}

/** 401 that sends the merchant to `url` to grant what is missing (specification §7). */
export function updateRequired(url: string): PlatformError {
  const envelope = { message: errorTexts.updateRequired, details: { url } };
  return new PlatformError('not granted', 401, envelope);
}

/** 502: the platform didn't answer, or not in a way that can be understood. */
export function platformFailed(cause: unknown): PlatformError {
  return new PlatformError('failed', 502, { message: errorTexts.serverError }, cause);
}

/** 429: the platform throttles the shop for longer than the caller waits, by its own word for so many ms. */
export function platformThrottles(cause: unknown, milliseconds: number): PlatformError {
  const envelope = { message: errorTexts.tooManyRequests };
  return new PlatformError('throttled', 429, envelope, cause, retryAfterOf(milliseconds));
}

/**
 * 502 where a mutation may have been carried out all the same: its answer was lost or cannot be read. What is true must be asked
 * of the platform before anything is said of it.
 */
export class OutcomeUnknownError extends PlatformError {
  constructor(cause: unknown) {
    super('outcome unknown', 502, { message: errorTexts.serverError }, cause);
    this.name = 'OutcomeUnknownError';
  }
}
