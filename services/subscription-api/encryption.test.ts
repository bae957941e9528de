import { expect, it } from 'vitest';
import { decrypt, encrypt } from './encryption.ts';

const key = Buffer.alloc(32, 1);

it('reads back what it encrypted, never the same twice', () => {
  const first = encrypt('shpat_é', key, 'offline_a');
  const second = encrypt('shpat_é', key, 'offline_a');
  expect(first).not.toBe(second);
  expect(decrypt(first, key, 'offline_a')).toBe('shpat_é');
  expect(decrypt(second, key, 'offline_a')).toBe('shpat_é');
});

it('refuses another key, another owner, and a changed or unknown text', () => {
  const text = encrypt('shpat_1', key, 'offline_a');
  const bytes = Buffer.from(text.slice(3), 'base64');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  const changed = `v1.${bytes.toString('base64')}`;
  expect(() => decrypt(text, Buffer.alloc(32, 2), 'offline_a')).toThrow();
  expect(() => decrypt(text, key, 'offline_b')).toThrow();
  expect(() => decrypt(changed, key, 'offline_a')).toThrow();
  expect(() => decrypt('shpat_1', key, 'offline_a')).toThrow('unknown format');
  expect(() => decrypt('v1.', key, 'offline_a')).toThrow();
});
