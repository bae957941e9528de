import type { z } from 'zod';
import { apiPrefix, remainingTimeHeader } from '#contract/endpoints.ts';
import { errorEnvelopeSchema } from '#contract/errors.ts';
import { idempotencyKeyHeader } from '#contract/idempotency-key.ts';
import { withTimeLimit } from '#process/time-limit.ts';
import { unlessAborted } from '#process/unless-aborted.ts';
import {
  ApiError,
  InternalError,
  InvalidRequestError,
  RequestError,
  UpdateRequiredError,
} from './errors.ts';
import { withRetries } from './retry.ts';
import { type UpdateSender, updateAddress } from './update-address.ts';

export type Query = Record<string, string | number | boolean | undefined>;

type ApiRequest<Answer> = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the contract's prefix, without a query. */
  path: string;
  query?: Query;
  /** Sent as JSON. */
  body?: unknown;
  /** A request whose multipart body is passed on as it comes in. */
  form?: Request;
  /** A UUID that makes a repeated create harmless. */
  idempotencyKey?: string;
  /** The version that the caller last saw, for `If-Match`. */
  ifMatch?: string;
  /** Every shop has what is read: a 404 then says that the API is not at this address. */
  isAlwaysThere?: boolean;
  answer: z.ZodType<Answer>;
};

export type Transport = <Answer>(request: ApiRequest<Answer>) => Promise<Answer>;

/**
 * Where the API is: the embedded one's handler, or `fetch` for the one at SUBSCRIPTION_API_URL. `signal` is aborted when the answer
 * is of no use any more; the request has none. The embedded one may give its answer to `takeAnswer`, as the value that it is, in
 * place of the response's body.
 */
export type ApiFetch = (
  request: Request,
  given?: { signal?: AbortSignal; takeAnswer?: (answer: unknown) => void },
) => Promise<Response>;

export type TransportOptions = UpdateSender & {
  fetch: ApiFetch;
  /** Origin of the API, without the contract's prefix. */
  origin: string;
  /** Proves whose request it is; what opens the vendor portal has none. */
  sessionToken: string | undefined;
  /** All tries of one call together, in ms. */
  deadline?: number;
  wait?: (milliseconds: number) => Promise<void>;
};

/** No merchant looks at a spinner for more than 10 s without a message. */
const readingDeadline = 9_000;
/** Longer than the platform may take, because a time-out leaves the outcome unknown. */
const writingDeadline = 30_000;
/** Includes the upload over the merchant's own connection. */
const uploadingDeadline = 120_000;

/**
 * Makes the typed client's way to the API (specification §7).
 * It adds the bearer session token and X-Requested-With, reads the answer through the contract, and tries a GET again
 * after a network failure or a status of 500 and above: 3 retries, from 1 s doubling to 30 s, within the deadline. A 429 that
 * says when to come again is passed on at once.
 * @throws UpdateRequiredError, ApiError, RequestError, InternalError, InvalidRequestError
 */
export function createTransport(options: TransportOptions): Transport {
  return async (request) => {
    const writing = request.form === undefined ? writingDeadline : uploadingDeadline;
    const usual = request.method === 'GET' ? readingDeadline : writing;
    const milliseconds = options.deadline ?? usual;
    const endsAt = Date.now() + milliseconds;
    return await withTimeLimit(milliseconds, undefined, (signal) =>
      withRetries(() => send(options, request, { endsAt, signal }), {
        isPassing: (error) => request.method === 'GET' && isWorthRetrying(error),
        atLeast: (error) => (error instanceof ApiError ? error.millisecondsToStayAway : 0),
        endsAt,
        ...(options.wait && { wait: options.wait }),
      }),
    );
  };
}

function isWorthRetrying(error: unknown): boolean {
  if (error instanceof RequestError) return true;
  if (!(error instanceof ApiError)) return false;
  // Waiting here for `Retry-After` would block the shop's other requests.
  return error.status >= 500 || (error.status === 429 && error.retryAfter === undefined);
}

/** `endsAt` is in ms since 1970. */
type Deadline = { endsAt: number; signal: AbortSignal };

async function send<Answer>(
  options: TransportOptions,
  request: ApiRequest<Answer>,
  deadline: Deadline,
): Promise<Answer> {
  const { signal } = deadline;
  const built = build(options, request, deadline);
  let response: Response;
  let text: string;
  let taken: { answer: unknown } | undefined;
  const takeAnswer = (answer: unknown): void => {
    taken = { answer };
  };
  try {
    response = await unlessAborted(signal, options.fetch(built, { signal, takeAnswer }));
    text = await unlessAborted(signal, response.text());
  } catch (cause) {
    throw new RequestError('The subscription API did not answer', { cause });
  }
  if (response.status === 404 && request.isAlwaysThere) {
    throw new InternalError(`Nothing is at ${request.path}: the subscription API is elsewhere`);
  }
  if (!response.ok) throw errorOfAnswer(response, text, options);
  const parsed = request.answer.safeParse(taken === undefined ? parseJson(text) : taken.answer);
  if (!parsed.success) {
    throw new InternalError(
      `The answer of ${request.method} ${request.path} is not the contract's`,
      { cause: parsed.error },
    );
  }
  return parsed.data;
}

function build<Answer>(
  options: TransportOptions,
  request: ApiRequest<Answer>,
  { endsAt }: Deadline,
): Request {
  try {
    const url = new URL(`${apiPrefix}${request.path}`, options.origin);
    for (const [name, value] of Object.entries(request.query ?? {})) {
      if (value !== undefined && value !== '') url.searchParams.set(name, String(value));
    }
    const headers = new Headers({
      Accept: 'application/json',
      'X-Requested-With': 'XMLHttpRequest',
      [remainingTimeHeader]: String(Math.max(0, endsAt - Date.now())),
    });
    if (options.sessionToken !== undefined) {
      headers.set('Authorization', `Bearer ${options.sessionToken}`);
    }
    if (request.idempotencyKey) headers.set(idempotencyKeyHeader, request.idempotencyKey);
    if (request.ifMatch) headers.set('If-Match', request.ifMatch);
    const { method, form } = request;
    if (form !== undefined) {
      headers.set('Content-Type', form.headers.get('Content-Type') ?? '');
      return new Request(url, { method, headers, body: form.body, duplex: 'half' });
    }
    if (request.body === undefined) return new Request(url, { method, headers });
    headers.set('Content-Type', 'application/json');
    return new Request(url, {
      method,
      headers,
      body: JSON.stringify(request.body),
    });
  } catch (cause) {
    throw new InvalidRequestError(`${request.method} ${request.path} cannot be sent`, { cause });
  }
}

function errorOfAnswer(response: Response, text: string, options: TransportOptions): Error {
  const envelope = errorEnvelopeSchema.safeParse(parseJson(text));
  const body = envelope.success ? envelope.data : undefined;
  if (response.status === 401 && body?.details?.url !== undefined) {
    const url = updateAddress(body.details.url, options);
    if (url) return new UpdateRequiredError(url);
  }
  const retryAfter = response.headers.get('Retry-After') ?? undefined;
  return new ApiError(response.status, response.statusText, body, retryAfter);
}

function parseJson(text: string): unknown {
  // Not null, so that an empty answer isn't taken for JSON's `null`.
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // Nor may nonsense pass for an empty answer.
    return text;
  }
}
