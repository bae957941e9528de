import { expect, it } from 'vitest';
import { decryptToken, encryptToken } from './encrypted-session-storage.ts';

const key = Buffer.alloc(32, 1);

it('reads back what it encrypted, never the same twice', () => {
  const first = encryptToken('shpat_é', key, 'offline_a');
  const second = encryptToken('shpat_é', key, 'offline_a');
  expect(first).not.toBe(second);
  expect(decryptToken(first, key, 'offline_a')).toBe('shpat_é');
  expect(decryptToken(second, key, 'offline_a')).toBe('shpat_é');
});

it('refuses another key, another session, and a changed or unknown text', () => {
  const text = encryptToken('shpat_1', key, 'offline_a');
  const bytes = Buffer.from(text.slice(3), 'base64');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  const changed = `v1.${bytes.toString('base64')}`;
  expect(() => decryptToken(text, Buffer.alloc(32, 2), 'offline_a')).toThrow();
  expect(() => decryptToken(text, key, 'offline_b')).toThrow();
  expect(() => decryptToken(changed, key, 'offline_a')).toThrow();
  expect(() => decryptToken('shpat_1', key, 'offline_a')).toThrow('unknown format');
  expect(() => decryptToken('v1.', key, 'offline_a')).toThrow();
});
