import { errorTexts } from '#contract/error-texts.ts';
import type { ErrorEnvelope, FieldErrors } from '#contract/errors.ts';

/** The request could not be made: what was to be sent does not fit the contract. */
export class InvalidRequestError extends Error {
  override readonly name = 'InvalidRequestError';
}

/** The API answered, but with something that is not its contract's answer. */
export class InternalError extends Error {
  override readonly name = 'InternalError';
}

/** No answer came: the network failed or the deadline passed. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
}

/** The API answered with a status that is not ok. Carries the status, its text and the body (specification §8). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly statusText: string;
  readonly response: ErrorEnvelope | undefined;
  /** When to ask again, as the API's `Retry-After` has it. */
  readonly retryAfter: string | undefined;

  constructor(
    status: number,
    statusText: string,
    response: ErrorEnvelope | undefined,
    retryAfter?: string,
  ) {
    super(messageOf(status, response));
    this.status = status;
    this.statusText = statusText;
    this.response = response;
    this.retryAfter = retryAfter;
  }

  /** `Retry-After`, given in seconds or as a date, as ms from now; 0 without it. */
  get millisecondsToStayAway(): number {
    const said = this.retryAfter ?? '';
    const milliseconds = /^\d+$/.test(said) ? Number(said) * 1_000 : Date.parse(said) - Date.now();
    return Math.max(0, milliseconds || 0);
  }

  get fieldErrors(): FieldErrors {
    return this.response?.fieldErrors ?? {};
  }
}

/** A 401 that names where the merchant must go to grant what is missing (specification §7). */
export class UpdateRequiredError extends Error {
  override readonly name = 'UpdateRequiredError';
  readonly url: string;

  constructor(url: string) {
    super(errorTexts.updateRequired);
    this.url = url;
  }
}

function messageOf(status: number, response: ErrorEnvelope | undefined): string {
  if (response && response.message.trim() !== '') return response.message;
  if (status === 429) return errorTexts.tooManyRequests;
  return status >= 500 ? errorTexts.serverError : errorTexts.somethingWentWrong;
}
