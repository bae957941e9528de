import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { describe, expect, it } from 'vitest';
import { compressWhole } from './compress-whole.ts';

const page = `<!DOCTYPE html>${'<p>Peru, 250 g</p>'.repeat(200)}`;

function siteOf(body: string | null, type = 'text/html; charset=utf-8', init?: ResponseInit) {
  const site = new Hono();
  site.use(compress({ encoding: 'gzip' }));
  site.all('*', (context) => {
    const own = { 'Content-Type': type, Vary: 'Origin', 'Set-Cookie': 'a=b' };
    const headers = { ...own, ...Object.fromEntries(new Headers(init?.headers)) };
    return compressWhole(context, new Response(body, { ...init, headers }));
  });
  return site;
}

const ask = async (site: Hono, encodings: string, method = 'GET') => {
  const answer = await site.request('/', { method, headers: { 'Accept-Encoding': encodings } });
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
};

describe('compressWhole', () => {
  it('sends Brotli to browsers, with everything else as it was', async () => {
    const site = siteOf(page, undefined, { status: 404 });
    const { answer, bytes } = await ask(site, 'gzip, deflate, br, zstd');
    expect(answer.status).toBe(404);
    expect(answer.headers.get('Content-Encoding')).toBe('br');
    expect(answer.headers.get('Vary')).toBe('Origin, Accept-Encoding');
    expect(answer.headers.get('Set-Cookie')).toBe('a=b');
    expect(brotliDecompressSync(bytes).toString()).toBe(page);
  });

  it.each(['gzip, deflate', 'gzip, br;q=0'])(
    'leaves who asks for %s to gzip',
    async (encodings) => {
      const { answer, bytes } = await ask(siteOf(page), encodings);
      expect(answer.headers.get('Content-Encoding')).toBe('gzip');
      expect(gunzipSync(bytes).toString()).toBe(page);
    },
  );

  it('tells no length but its own, and leaves alone what is compressed already or may not be', async () => {
    const length = String(page.length);
    const { answer } = await ask(
      siteOf(page, undefined, { headers: { 'Content-Length': length } }),
      'br',
    );
    expect(answer.headers.get('Content-Encoding')).toBe('br');
    expect(answer.headers.get('Content-Length')).not.toBe(length);
    for (const header of ['Content-Encoding: gzip', 'Cache-Control: no-transform']) {
      const [name = '', value = ''] = header.split(': ');
      const headers = { [name]: value };
      const { bytes } = await ask(siteOf(page, undefined, { headers }), 'br');
      expect(bytes.toString()).toBe(page);
    }
  });

  it('leaves small answers, other types, and those without a body as they are', async () => {
    const small = await ask(siteOf('{"ok":true}', 'application/json'), 'gzip, deflate, br, zstd');
    expect(small.answer.headers.has('Content-Encoding')).toBe(false);
    expect(small.bytes.toString()).toBe('{"ok":true}');
    const picture = await ask(siteOf(page, 'image/png'), 'br');
    expect(picture.answer.headers.has('Content-Encoding')).toBe(false);
    const none = await ask(siteOf(null, undefined, { status: 204 }), 'br');
    expect(none.answer.status).toBe(204);
    const head = await ask(siteOf(page), 'br', 'HEAD');
    expect(head.answer.headers.has('Content-Encoding')).toBe(false);
  });
});
