import { isRouteErrorResponse } from '@remix-run/react';
import { errorTexts } from '#contract/error-texts.ts';
import { closedTextOf } from '#contract/vendor-status.ts';
import { missingKey, type RefusedToken, refusedToken } from '../auth/refusals.ts';
import { type Failure, isFailure, knownTextOf } from '../subscription-api/failure.ts';

/** Which of the specification's pages an error is shown as (§2). */
type ShownError =
  | { page: 'crash' | 'missing key' | 'not found' }
  | ({ page: 'refused token' } & RefusedToken)
  /** The vendor's status does not open it: trying again doesn't help. */
  | { page: 'closed'; message: string }
  /** `isFinal` where trying again doesn't help either. */
  | { page: 'error'; failure: Failure; isFinal?: true };

const closedTexts = [closedTextOf(null), closedTextOf({ status: 'suspended' })];

/** Refusals by the platform that a retry doesn't change. Not 402: a frozen store opens once its bill is paid. */
const finalStatuses = [403, 410, 423];

/** Chooses the page for what a loader, an action or a render threw. */
export function shownErrorOf(error: unknown): ShownError {
  const known = knownTextOf(error);
  if (known !== undefined) return { page: 'error', failure: { message: known } };
  if (!isRouteErrorResponse(error)) return { page: 'crash' };
  if (error.status === missingKey.status && error.statusText === missingKey.statusText) {
    return { page: 'missing key' };
  }
  if (error.status === refusedToken.status && error.statusText === refusedToken.statusText) {
    const { reason, supportEmail }: RefusedToken = error.data;
    return { page: 'refused token', reason, supportEmail };
  }
  if (error.status === 404) return { page: 'not found' };
  const failure = isFailure(error.data) ? error.data : { message: textOfStatus(error.status) };
  if (error.status === 403 && closedTexts.includes(failure.message)) {
    return { page: 'closed', message: failure.message };
  }
  return finalStatuses.includes(error.status)
    ? { page: 'error', failure, isFinal: true }
    : { page: 'error', failure };
}

function textOfStatus(status: number): string {
  return status === 401 ? errorTexts.authorizeRequest : errorTexts.serverError;
}
