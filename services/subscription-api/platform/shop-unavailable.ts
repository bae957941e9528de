import { errorTexts } from '#contract/error-texts.ts';
import { PlatformError } from '../service-error.ts';

/** By the status with which the platform answers for a shop that it lets nobody into; nothing was carried out. */
const kinds = {
  402: ['shop frozen', 402, errorTexts.shopFrozen],
  // Neither 403 nor 404: those are said of things within a shop.
  403: ['shop forbidden', 423, errorTexts.shopForbidden],
  404: ['shop gone', 410, errorTexts.shopGone],
  423: ['shop locked', 423, errorTexts.shopLocked],
} as const;

function isKnown(status: number): status is keyof typeof kinds {
  return status in kinds;
}

/** The error for a shop that the platform lets nobody into; null for any other status. `cause` is logged, never sent. */
export function shopUnavailable(status: number, cause: unknown): PlatformError | null {
  if (!isKnown(status)) return null;
  const [kind, answered, message] = kinds[status];
  return new PlatformError(kind, answered, { message }, cause);
}
