import { errorTexts } from '#contract/error-texts.ts';
import { ApiError, InternalError, RequestError, UpdateRequiredError } from './errors.ts';

/**
 * A failed call as a screen gets it: enough for the specification's error page, and no internals.
 * `updateUrl` is set where the merchant must go out and grant what is missing.
 */
export type Failure = { message: string; title?: string; updateUrl?: string };

/** Whether one of the app's own routes wrote this {@link Failure}. */
export function isFailure(content: unknown): content is Failure {
  return (
    typeof content === 'object' &&
    content !== null &&
    'message' in content &&
    typeof content.message === 'string'
  );
}

type AnsweredFailure = { status: number; headers: Headers; failure: Failure };

/** The HTTP status, headers and the {@link Failure} of an error that a call threw; anything unknown is thrown on. */
export function failureOf(error: unknown): AnsweredFailure {
  if (error instanceof UpdateRequiredError) {
    return {
      status: 401,
      headers: new Headers(),
      failure: { message: error.message, updateUrl: error.url },
    };
  }
  if (error instanceof ApiError) {
    const headers = new Headers();
    if (error.retryAfter !== undefined) headers.set('Retry-After', error.retryAfter);
    return { status: error.status, headers, failure: { message: error.message } };
  }
  if (error instanceof RequestError || error instanceof InternalError) {
    return { status: 502, headers: new Headers(), failure: { message: errorTexts.serverError } };
  }
  throw error;
}

/** That a store is frozen, say, or what Shopify refuses it, is between it and Shopify. */
const ofMerchant = [401, 402, 403, 409, 410, 423];

/** The HTTP status, headers and text of a failed call on the page of a customer, who is told nothing that only the merchant can put right. */
export function failureForCustomer(error: unknown): Omit<AnsweredFailure, 'failure'> & Failure {
  const { failure, ...answered } = failureOf(error);
  const isOfMerchant = ofMerchant.includes(answered.status);
  return { ...answered, message: isOfMerchant ? errorTexts.serverError : failure.message };
}

/**
 * How a screen is answered that shows a failure in its place: 200, but a refusal as what it is, with when to come again. A refusal
 * is a 429, and whatever else says when to come again.
 */
export function answerBesideFailure(error: unknown): ResponseInit {
  const { status, headers } = failureOf(error);
  return status === 429 || headers.has('Retry-After') ? { status, headers } : {};
}

/** Whether a request with this status may have been carried out or not: 0 (no answer), or a server error. */
export function isOutcomeUnknown(status: number): boolean {
  return status === 0 || status >= 500;
}

/** The text of an error that is one of the specification's (§7, §8); anything else is for logs and not for a merchant. */
export function knownTextOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const known: string[] = Object.values(errorTexts);
  return known.includes(error.message) ? error.message : undefined;
}

/** The answer of a route to an error that a call threw. Unknown errors are rethrown. */
export function failureResponse(error: unknown): Response {
  const { status, headers, failure } = failureOf(error);
  return Response.json(failure, { status, headers });
}

/** Thrown by a route if nothing is at its address. Its error boundary shows the not-found page (specification §2). */
export function notFound(): Response {
  return new Response(null, { status: 404, statusText: 'Not Found' });
}

/** Whether a call failed because what it names is not there, or not any more. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** Catches the failure of a delete whose answer was lost, or that somebody else was ahead of: what is gone is where the merchant wants it. */
export function passWhereGone(error: unknown): void {
  if (!isNotFound(error)) throw error;
}

/** Passes a call's answer on; turns its failure into the response that the error page is made of. */
export async function orErrorPage<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    throw failureResponse(error);
  }
}
