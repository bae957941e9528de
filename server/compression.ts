import { pipeline } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import { createReadableStreamFromReadable } from '@remix-run/node';
import type { MiddlewareHandler } from 'hono';
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/compress';

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}

/** Flushes each chunk, so that the first part of an answer doesn't wait for its last. */
function gzipped(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH });
  // If the browser has gone, there is nobody to report an error to.
  pipeline(chunksOf(body), gzip, () => {});
  return createReadableStreamFromReadable(gzip);
}

/** Gzips answers as they stream, so that deferred data reaches the browser at once. Hono's own middleware buffers until the end. */
export const compressAnswers: MiddlewareHandler = async (context, next) => {
  await next();
  const { body, headers, status } = context.res;
  const isCompressible = COMPRESSIBLE_CONTENT_TYPE_REGEX.test(headers.get('Content-Type') ?? '');
  const isWhole = status !== 206 && !headers.has('Content-Encoding');
  if (body === null || context.req.method === 'HEAD' || !isWhole || !isCompressible) return;
  context.header('Vary', 'Accept-Encoding', { append: true });
  const accepted = context.req.header('Accept-Encoding') ?? '';
  if (!/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted)) return;
  context.res = new Response(gzipped(body), context.res);
  // The new answer copies the old one's headers.
  context.res.headers.delete('Content-Length');
  context.res.headers.set('Content-Encoding', 'gzip');
};
