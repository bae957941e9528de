import type { z } from 'zod';
import { errorTexts } from '#contract/error-texts.ts';
import { idempotencyKeyHeader } from '#contract/idempotency-key.ts';
import { loadScript } from '../network/load-script.ts';
import { isFailure, knownTextOf } from '../subscription-api/failure.ts';
import { invalidateScreens } from './screen-cache.ts';

/** The app answers within 30 s, in ms: what takes longer hangs on the way, and its dialog with it. An upload takes its time. */
const longest = 60_000;

/** The status of a {@link ResourceError} whose request was not sent. */
const notSent = -1;

/** A request to one of the app's resource routes failed. Status 0 if no answer came. */
export class ResourceError extends Error {
  override readonly name = 'ResourceError';
  readonly status: number;
  /** Where the merchant must go first to grant what is missing (specification §7). */
  readonly updateUrl: string | undefined;

  constructor(message: string, status: number, updateUrl?: string) {
    super(message);
    this.status = status;
    this.updateUrl = updateUrl;
  }
}

export type ResourceRequest<Answer> = {
  method: 'GET' | 'POST' | 'DELETE';
  /** Within the app, query included. */
  path: string;
  /** Sent as JSON; a form as multipart. */
  body?: unknown;
  /** Makes a repeated request harmless, where the route has keys. */
  idempotencyKey?: string;
  /** The version the merchant last saw, for `If-Match`. The answer is 409 if it has changed since. */
  ifMatch?: string;
  /** Loads the answer's schema, so that no screen waits for it: before a change is sent, and beside a read. */
  answer: () => Promise<z.ZodType<Answer>>;
  signal?: AbortSignal;
};

/**
 * Asks a resource route of the app from the browser; the page's `fetch` adds the session token.
 * @throws ResourceError with a text that the merchant may read
 */
export async function requestResource<Answer>(request: ResourceRequest<Answer>): Promise<Answer> {
  let response: Response;
  let content: unknown;
  const isChange = request.method !== 'GET';
  const loading = loadScript(request.answer, { isUrgent: isChange }).catch((error: unknown) => {
    throw new ResourceError(knownTextOf(error) ?? errorTexts.serverError, isChange ? notSent : 0);
  });
  // Loaded first, because the answer to a change must be readable.
  if (isChange) await loading;
  else loading.catch(() => undefined);
  const limit = new AbortController();
  const leave = () => limit.abort();
  const timer = request.body instanceof FormData ? undefined : setTimeout(leave, longest);
  request.signal?.addEventListener('abort', leave);
  if (request.signal?.aborted) leave();
  try {
    response = await fetch(request.path, {
      method: request.method,
      signal: limit.signal,
      ...contentOf(request),
    });
    content = parseJson(await response.text());
  } catch (error) {
    throw new ResourceError(knownTextOf(error) ?? errorTexts.serverError, 0);
  } finally {
    clearTimeout(timer);
    request.signal?.removeEventListener('abort', leave);
    // Also if no answer came, because it may have been carried out.
    if (isChange) invalidateScreens();
  }
  if (!response.ok) throw refusalOf(response, content);
  const parsed = (await loading).safeParse(content);
  if (!parsed.success) throw new ResourceError(errorTexts.serverError, response.status);
  return parsed.data;
}

/** What a resource route said with a status that is none of success. */
export function refusalOf({ status }: Response, content: unknown): ResourceError {
  if (isFailure(content)) return new ResourceError(content.message, status, content.updateUrl);
  const message =
    status === 401
      ? errorTexts.authorizeRequest
      : status >= 500
        ? errorTexts.serverError
        : errorTexts.somethingWentWrong;
  return new ResourceError(message, status);
}

function contentOf({
  body,
  idempotencyKey,
  ifMatch,
}: Pick<ResourceRequest<unknown>, 'body' | 'idempotencyKey' | 'ifMatch'>): Pick<
  RequestInit,
  'headers' | 'body'
> {
  const common = {
    Accept: 'application/json',
    ...(idempotencyKey !== undefined && { [idempotencyKeyHeader]: idempotencyKey }),
    ...(ifMatch !== undefined && { 'If-Match': ifMatch }),
  };
  if (body instanceof FormData) return { headers: common, body };
  const headers = { ...common, 'Content-Type': 'application/json' };
  return body === undefined ? { headers } : { headers, body: JSON.stringify(body) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
