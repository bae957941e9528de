import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { precompress } from './precompress.ts';

it('puts a compressed copy beside each file that gets smaller by it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cadence-compress-'));
  const script = 'export const answer = 42;\n'.repeat(200);
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'assets', 'root.js'), script);
  await writeFile(join(folder, 'assets', 'short.js'), 'export {};');
  await writeFile(join(folder, 'assets', 'photo.png'), Buffer.alloc(5_000));
  await precompress(folder);
  const names = await readdir(join(folder, 'assets'));
  expect(names.toSorted()).toEqual(
    ['photo.png', 'root.js', 'root.js.br', 'root.js.gz', 'short.js'].toSorted(),
  );
  const read = (name: string) => readFile(join(folder, 'assets', name));
  expect(brotliDecompressSync(await read('root.js.br')).toString()).toBe(script);
  expect(gunzipSync(await read('root.js.gz')).toString()).toBe(script);
  await rm(folder, { recursive: true, force: true });
});
