import { randomBytes } from 'node:crypto';
import type { ActionFunctionArgs, EntryContext, LoaderFunctionArgs } from '@remix-run/node';
import { RemixServer } from '@remix-run/react';
import { renderToString } from 'react-dom/server';
import { secureAnswer } from './auth/answer-headers.ts';
import { setDocumentHeaders } from './auth/document-headers.server.ts';
import { logger } from './auth/logger.server.ts';
import { NonceContext } from './shell/nonce.ts';

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
): Response {
  const nonce = randomBytes(16).toString('base64');
  setDocumentHeaders(headers, nonce, new URL(request.url));
  headers.set('Content-Type', 'text/html; charset=utf-8');
  for (const loaded of Object.values(remixContext.staticHandlerContext.loaderHeaders)) {
    const retryAfter = loaded.get('Retry-After');
    if (retryAfter !== null) headers.set('Retry-After', retryAfter);
  }
  // In one piece, since nothing is deferred: gzip and the socket take far more for React's pieces of 2 KiB.
  const page = renderToString(
    <NonceContext.Provider value={nonce}>
      <RemixServer context={remixContext} url={request.url} nonce={nonce} />
    </NonceContext.Provider>,
  );
  return new Response(`<!DOCTYPE html>${page}`, { headers, status });
}

/** Answers of loaders and actions to the browser's own requests; the development server adds no headers of its own. */
export function handleDataRequest(
  response: Response,
  { request }: LoaderFunctionArgs | ActionFunctionArgs,
): Response {
  secureAnswer(response.headers, new URL(request.url));
  return response;
}

/** Unexpected errors of loaders and actions. Paths only: an address can carry `id_token`. */
export function handleError(
  error: unknown,
  { request }: LoaderFunctionArgs | ActionFunctionArgs,
): void {
  if (request.signal.aborted) return;
  logger.error({ error, path: new URL(request.url).pathname }, 'A request failed');
}
