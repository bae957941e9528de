import { type ErrorEnvelope, errorTexts, type FieldErrors } from '#contract/errors.ts';

/** Every other kind is a refusal. */
const failures = ['failed', 'outcome unknown', 'unavailable'] as const;

/** `http/failure.ts` maps each to its HTTP status. */
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

/** A failure to report to the caller: its kind, and its envelope (contract/errors.ts). The cause is logged, never sent. */
export class ServiceError extends Error {
  readonly kind: FailureKind;
  readonly envelope: ErrorEnvelope;
  /** In how many ms to ask again, if known. */
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

  /**
   * Whether the request was refused, so that its idempotency key may be used again. After any other failure, the first try may have had an effect.
   */
  get isRefusal(): boolean {
    return !failures.some((kind) => kind === this.kind);
  }
}

/** The envelope's message is the first of the field errors (specification §8, "first submit error message"). */
function withFields(kind: FailureKind, fieldErrors: FieldErrors): ServiceError {
  const message = Object.values(fieldErrors)[0]?.[0] ?? errorTexts.somethingWentWrong;
  return new ServiceError(kind, { message, fieldErrors });
}

/** For invalid fields of the body, which the form shows. */
export function invalidFields(fieldErrors: FieldErrors): ServiceError {
  return withFields('invalid fields', fieldErrors);
}

/** For an invalid request, such as one with an unknown query parameter. No form of the app sends such. */
export function invalidRequest(fieldErrors: FieldErrors): ServiceError {
  return withFields('invalid request', fieldErrors);
}

export function notFound(message: string): ServiceError {
  return new ServiceError('not found', { message });
}

/** For an invalid session token, if the merchant can't fix that by granting something. */
export function notAuthorized(cause?: unknown): ServiceError {
  return new ServiceError('not authorized', { message: errorTexts.authorizeRequest }, cause);
}
