import type { z } from 'zod';
import { errorTexts } from '#contract/errors.ts';
import { forgetScreens } from '../screen-data/screen-memory.ts';
import { failureSchema } from '../subscription-api/failure.ts';

/** A request of the browser to one of the app's own resource routes failed. Status 0 where no answer came. */
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
  body?: unknown;
  answer: z.ZodType<Answer>;
  signal?: AbortSignal;
};

/**
 * Asks a resource route of the app from the browser; the page's `fetch` adds the session token.
 * @throws ResourceError with a text that the merchant may read
 */
export async function requestResource<Answer>(request: ResourceRequest<Answer>): Promise<Answer> {
  let response: Response;
  let content: unknown;
  try {
    response = await fetch(request.path, {
      method: request.method,
      signal: request.signal,
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    });
    content = parseJson(await response.text());
  } catch (error) {
    throw new ResourceError(readableReason(error), 0);
  } finally {
    // Also where no answer came: it may have been carried out.
    if (request.method !== 'GET') forgetScreens();
  }
  if (!response.ok) {
    const failure = failureSchema.safeParse(content);
    const fallback =
      response.status === 401
        ? errorTexts.authorizeRequest
        : response.status >= 500
          ? errorTexts.serverError
          : errorTexts.somethingWentWrong;
    throw failure.success
      ? new ResourceError(failure.data.message, response.status, failure.data.updateUrl)
      : new ResourceError(fallback, response.status);
  }
  const parsed = request.answer.safeParse(content);
  if (!parsed.success) throw new ResourceError(errorTexts.serverError, response.status);
  return parsed.data;
}

/** The specification's own texts pass; what a browser says of a broken connection means nothing to a merchant. */
function readableReason(error: unknown): string {
  const known: string[] = Object.values(errorTexts);
  return error instanceof Error && known.includes(error.message)
    ? error.message
    : errorTexts.serverError;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
