import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { staticFiles } from './static-files.ts';

const script = 'export const answer = 42;\n'.repeat(200);
const address = '/assets/root-Hash1234.js';
let folder: string;
let site: Hono;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cadence-files-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, address), script);
  await writeFile(join(folder, 'favicon.svg'), '<svg/>');
  await writeFile(join(folder, `${address}.br`), brotliCompressSync(script));
  await writeFile(join(folder, `${address}.gz`), gzipSync(script));
  site = new Hono();
  site.use(compress());
  site.route('/', staticFiles(folder));
  site.get('*', (context) => context.text('a screen'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const ask = (headers: Record<string, string> = {}, method = 'GET', path = address) =>
  site.request(path, { method, headers });
const bytes = async (response: Response) => Buffer.from(await response.arrayBuffer());

describe('a file of the build', () => {
  it.each([
    ['br', 'gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip, deflate', 'gzip', gunzipSync],
    ['gzip, refusing brotli', 'br;q=0, gzip', 'gzip', gunzipSync],
    ['nothing', 'identity', null, (content: Buffer) => content],
  ])('is sent to a client that takes %s', async (_name, accepted, encoding, decode) => {
    const answer = await ask({ 'Accept-Encoding': accepted });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Content-Encoding')).toBe(encoding);
    expect(answer.headers.get('Vary')).toBe('Accept-Encoding');
    expect(answer.headers.get('Content-Type')).toMatch(/^text\/javascript/);
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    const body = await bytes(answer);
    expect(Number(answer.headers.get('Content-Length'))).toBe(body.length);
    expect(decode(body).toString()).toBe(script);
  });

  it('is sent to a client that says nothing about encodings', async () => {
    const answer = await ask();
    expect(answer.headers.get('Content-Encoding')).toBeNull();
    expect(await answer.text()).toBe(script);
  });

  it('is not sent again to who has it, in the encoding that they have', async () => {
    const inBrotli = { 'Accept-Encoding': 'br' };
    const tag = (await ask(inBrotli)).headers.get('ETag') ?? '';
    const again = await ask({ ...inBrotli, 'If-None-Match': tag });
    expect(again.status).toBe(304);
    expect(again.headers.get('Cache-Control')).toContain('immutable');
    expect((await ask({ 'If-None-Match': tag })).status).toBe(200);
  });

  it('is sent in part, and without its content', async () => {
    const part = await ask({ Range: 'bytes=7-11' });
    expect(part.status).toBe(206);
    expect(part.headers.get('Content-Range')).toBe(`bytes 7-11/${script.length}`);
    expect(await part.text()).toBe('const');
    const head = await ask({ 'Accept-Encoding': 'br' }, 'HEAD');
    expect([head.status, head.headers.get('Content-Encoding')]).toEqual([200, 'br']);
    expect(await head.text()).toBe('');
  });
});

it('what is small or has no hash in its name is sent as it is', async () => {
  const answer = await ask({ 'Accept-Encoding': 'br' }, 'GET', '/favicon.svg');
  expect(answer.headers.get('Content-Encoding')).toBeNull();
  expect(answer.headers.get('Cache-Control')).toBeNull();
  expect(await answer.text()).toBe('<svg/>');
});

it.each(['/fixed-subscription', '/assets/gone.js'])('%s is not a file', async (path) => {
  expect(await (await ask({}, 'GET', path)).text()).toBe('a screen');
});
