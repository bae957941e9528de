import { type ErrorEnvelope, errorTexts, type FieldErrors } from '#contract/errors.ts';

/** Every other kind is a refusal. */
const failures = ['failed', 'outcome unknown', 'unavailable'] as const;

/** `http/failure.ts` has the HTTP status of each. */
export type FailureKind =
  | (typeof failures)[number]
  | 'invalid request'
  | 'invalid fields'
  | 'not authorized'
  | 'not granted'
  | 'forbidden'
  | 'not found'
  | 'conflict'
  | 'too large'
  | 'unsupported type'
  | 'throttled'
  | 'shop frozen'
  | 'shop forbidden'
  | 'shop gone'
  | 'shop locked';

/** A failure that the caller is told about: its kind, and its envelope (contract/errors.ts). The cause is logged, never sent. */
export class ServiceError extends Error {
  readonly kind: FailureKind;
  readonly envelope: ErrorEnvelope;
  /** When to ask again, in ms, where that is known. */
  readonly retryMilliseconds: number | undefined;

  constructor(
    kind: FailureKind,
    envelope: ErrorEnvelope,
    cause?: unknown,
    retryMilliseconds?: number,
  ) {
    super(envelope.message, { cause });
    this.name = 'ServiceError';
    this.kind = kind;
    this.envelope = envelope;
    this.retryMilliseconds = retryMilliseconds;
  }

  /** Turned down: the same idempotency key may be used again. After any other failure the first try may have had an effect. */
  get isRefusal(): boolean {
    return !failures.some((kind) => kind === this.kind);
  }
}

/** The envelope's message is the first of the field errors (specification §8, "first submit error message"). */
function withFields(kind: FailureKind, fieldErrors: FieldErrors): ServiceError {
  const message = Object.values(fieldErrors)[0]?.[0] ?? errorTexts.somethingWentWrong;
  return new ServiceError(kind, { message, fieldErrors });
}

/** The body's fields are invalid: the form shows them. */
export function invalidFields(fieldErrors: FieldErrors): ServiceError {
  return withFields('invalid fields', fieldErrors);
}

/** The request itself is invalid, such as an unknown query parameter: no form of the app sends it. */
export function invalidRequest(fieldErrors: FieldErrors): ServiceError {
  return withFields('invalid request', fieldErrors);
}

export function notFound(message: string): ServiceError {
  return new ServiceError('not found', { message });
}

/** The session token is invalid, and the merchant can't grant anything to mend it. */
export function notAuthorized(cause?: unknown): ServiceError {
  return new ServiceError('not authorized', { message: errorTexts.authorizeRequest }, cause);
}
