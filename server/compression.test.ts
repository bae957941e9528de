import { once } from 'node:events';
import { gunzipSync } from 'node:zlib';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { describe, expect, it, onTestFinished } from 'vitest';
import { compressAnswers } from './compression.ts';

const page = '<p>A document that is worth compressing.</p>'.repeat(200);

function siteWith(answer: () => Response) {
  const site = new Hono();
  site.use(compressAnswers);
  site.all('*', answer);
  return (acceptEncoding?: string, method = 'GET') =>
    site.request('/', {
      method,
      ...(acceptEncoding !== undefined && { headers: { 'Accept-Encoding': acceptEncoding } }),
    });
}

const html = (body: BodyInit, headers = {}) =>
  new Response(body, { headers: { 'Content-Type': 'text/html', ...headers } });

describe('answers', () => {
  it('are compressed for who takes gzip', async () => {
    const answer = await siteWith(() => html(page, { 'Content-Length': '9' }))('br, gzip');
    expect(answer.headers.get('Content-Encoding')).toBe('gzip');
    expect(answer.headers.get('Vary')).toBe('Accept-Encoding');
    expect(answer.headers.get('Content-Length')).toBeNull();
    expect(gunzipSync(await answer.arrayBuffer()).toString()).toBe(page);
  });

  it.each([undefined, 'br', 'gzip;q=0', 'gzip; q=0.0, br'])(
    'stay as they are for %s',
    async (accepted) => {
      const answer = await siteWith(() => html(page))(accepted);
      expect(answer.headers.get('Content-Encoding')).toBeNull();
      expect(answer.headers.get('Vary')).toBe('Accept-Encoding');
      expect(await answer.text()).toBe(page);
    },
  );

  it('that are compressed already, or no text, stay as they are', async () => {
    const brotli = await siteWith(() => html('…', { 'Content-Encoding': 'br' }))('gzip, br');
    expect(brotli.headers.get('Content-Encoding')).toBe('br');
    const picture = new Response('…', { headers: { 'Content-Type': 'image/png' } });
    const answer = await siteWith(() => picture)('gzip');
    expect(answer.headers.get('Content-Encoding')).toBeNull();
  });

  it('are handed on as they come', async () => {
    let end = () => {};
    const slow = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(page));
        end = () => controller.close();
      },
    });
    const answer = await siteWith(() => html(slow))('gzip');
    const reader = answer.body?.getReader();
    let received = 0;
    // More than gzip's own head, though the answer goes on.
    while (received < 100) received += (await reader?.read())?.value?.length ?? 0;
    end();
    for (;;) if ((await reader?.read())?.done) break;
    expect(received).toBeGreaterThanOrEqual(100);
  });

  it('are given up where the browser has gone, and the next is answered', async () => {
    let isCancelled = false;
    const endless = () =>
      new ReadableStream<Uint8Array>({
        async pull(controller) {
          await new Promise((resolve) => setImmediate(resolve));
          controller.enqueue(new TextEncoder().encode(page));
        },
        cancel() {
          isCancelled = true;
        },
      });
    const site = new Hono();
    site.use(compressAnswers);
    site.get('/endless', () => html(endless()));
    site.get('/', () => html(page));
    const server = serve({ fetch: site.fetch, port: 0, overrideGlobalObjects: false });
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const origin = `http://127.0.0.1:${address.port}`;
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const leaving = new AbortController();
        const answer = await fetch(`${origin}/endless`, { signal: leaving.signal });
        await answer.body?.getReader().read();
        leaving.abort();
      }),
    );
    await expect.poll(() => isCancelled).toBe(true);
    expect(await (await fetch(origin)).text()).toBe(page);
  });
});
