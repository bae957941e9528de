import { errorTexts } from '#contract/errors.ts';
import { ServiceError } from '../service-error.ts';

const texts = {
  /** A query got no usable answer. */
  failed: errorTexts.serverError,
  'outcome unknown': errorTexts.serverError,
  /** For longer than the caller's deadline. */
  throttled: errorTexts.tooManyRequests,
  'not granted': errorTexts.updateRequired,
  /** Although every scope is granted. */
  forbidden: 'Your store doesn’t allow this. If it keeps happening, contact support.',
  // These last until the shop's owner or Shopify changes something.
  'shop frozen': errorTexts.shopFrozen,
  'shop forbidden': errorTexts.shopForbidden,
  'shop gone': errorTexts.shopGone,
  'shop locked': errorTexts.shopLocked,
} as const;

/** A failed call of Shopify. Nothing was carried out, unless the outcome is unknown. */
export class PlatformError extends ServiceError {
  /** @param details `url` is where the merchant grants missing scopes (specification §7); `retryMilliseconds` is in how many ms the throttle ends */
  constructor(
    kind: keyof typeof texts,
    cause?: unknown,
    { url, retryMilliseconds }: { url?: string; retryMilliseconds?: number } = {},
  ) {
    const envelope = { message: texts[kind], ...(url !== undefined && { details: { url } }) };
    super(kind, envelope, cause, retryMilliseconds);
    this.name = 'PlatformError';
  }
}

export function platformFailed(cause: unknown): PlatformError {
  return new PlatformError('failed', cause);
}

/** The answer of a mutation was lost or is unreadable. Ask Shopify for the true state before telling the merchant. */
export class OutcomeUnknownError extends PlatformError {
  constructor(cause: unknown) {
    super('outcome unknown', cause);
    this.name = 'OutcomeUnknownError';
  }
}

const shopFailures = new Map<number, keyof typeof texts>([
  [402, 'shop frozen'],
  [403, 'shop forbidden'],
  [404, 'shop gone'],
  [423, 'shop locked'],
]);

/** The error if Shopify's HTTP status says that nobody may use the shop; otherwise null. */
export function shopUnavailable(status: number, cause: unknown): PlatformError | null {
  const kind = shopFailures.get(status);
  return kind === undefined ? null : new PlatformError(kind, cause);
}
