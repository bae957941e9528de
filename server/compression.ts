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

/** Hands on what it has at once: the first part of an answer must not wait for its last. */
function gzipped(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH });
  // Where the browser has gone, both ends are closed, and nobody is there to be told.
  pipeline(chunksOf(body), gzip, () => {});
  return createReadableStreamFromReadable(gzip);
}

/**
 * Compresses answers for browsers that take gzip, as they come: what a document defers reaches the browser when it is there. Hono's
 * own holds all of it until the end.
 */
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
  // The new answer takes over what the old one said.
  context.res.headers.delete('Content-Length');
  context.res.headers.set('Content-Encoding', 'gzip');
};
