import { randomBytes } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ActionFunctionArgs, EntryContext, LoaderFunctionArgs } from '@remix-run/node';
import { RemixServer } from '@remix-run/react';
import { renderToPipeableStream } from 'react-dom/server';
import { secureAnswer } from './auth/answer-headers.ts';
import { setDocumentHeaders } from './auth/document-headers.server.ts';
import { logger } from './auth/logger.server.ts';
import { NonceContext } from './shell/nonce.ts';

export const streamTimeout = 10_000;

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
): Promise<Response> {
  const nonce = randomBytes(16).toString('base64');
  setDocumentHeaders(headers, nonce, new URL(request.url));
  headers.set('Content-Type', 'text/html; charset=utf-8');
  for (const loaded of Object.values(remixContext.staticHandlerContext.loaderHeaders)) {
    const retryAfter = loaded.get('Retry-After');
    if (retryAfter !== null) headers.set('Retry-After', retryAfter);
  }
  return new Promise((resolve, reject) => {
    let responseStatus = status;
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={nonce}>
        <RemixServer
          context={remixContext}
          url={request.url}
          nonce={nonce}
          abortDelay={streamTimeout}
        />
      </NonceContext.Provider>,
      {
        nonce,
        // Nothing is deferred, so the document goes out in one piece: in React's 2 KiB it costs gzip and the socket far more.
        onAllReady() {
          // A running timer would keep the rendered page in memory.
          clearTimeout(patience);
          buffer(pipe(new PassThrough())).then(
            (document) => resolve(new Response(document, { headers, status: responseStatus })),
            reject,
          );
        },
        onShellError: reject,
        onError(error) {
          responseStatus = 500;
          logger.error({ error }, 'A document failed to render');
        },
      },
    );
    const patience = setTimeout(abort, streamTimeout + 1_000).unref();
  });
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
