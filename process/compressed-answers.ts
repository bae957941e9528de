import { constants, createGzip } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/compress';

/** Hands on what it has at once: the first part of an answer must not wait for its last. */
function flushingGzip(): TransformStream<Uint8Array, Uint8Array> {
  const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH });
  return new TransformStream({
    start(controller) {
      gzip.on('data', (chunk: Uint8Array) => controller.enqueue(chunk));
      gzip.on('error', (error) => controller.error(error));
    },
    transform: (chunk) => new Promise((resolve) => void gzip.write(chunk, () => resolve())),
    flush: () =>
      new Promise((resolve) => {
        gzip.once('end', () => resolve());
        gzip.end();
      }),
  });
}

/**
 * Compresses answers for browsers that take gzip, as they come: what a document defers reaches the browser when it is there. Hono's
 * own holds all of it until the end.
 */
export const compressedAnswers: MiddlewareHandler = async (context, next) => {
  await next();
  const { body, headers, status } = context.res;
  const isCompressible = COMPRESSIBLE_CONTENT_TYPE_REGEX.test(headers.get('Content-Type') ?? '');
  const isWhole = status !== 206 && !headers.has('Content-Encoding');
  if (body === null || context.req.method === 'HEAD' || !isWhole || !isCompressible) return;
  context.header('Vary', 'Accept-Encoding', { append: true });
  const accepted = context.req.header('Accept-Encoding') ?? '';
  if (!/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted)) return;
  context.res = new Response(body.pipeThrough(flushingGzip()), context.res);
  // The new answer takes over what the old one said.
  context.res.headers.delete('Content-Length');
  context.res.headers.set('Content-Encoding', 'gzip');
};
