import { expect, it } from 'vitest';
import {
  decrypt,
  type EncryptionKeys,
  encrypt,
  fingerprintOf,
  isOtherSecret,
} from './encryption.ts';

const older = Buffer.alloc(32, 1);
const newer = Buffer.alloc(32, 2);
const keys: EncryptionKeys = [older];
const rotated: EncryptionKeys = [newer, older];

it('reads back what it encrypted, never the same twice', () => {
  const first = encrypt('shpat_é', keys, 'offline_a');
  const second = encrypt('shpat_é', keys, 'offline_a');
  expect(first).not.toBe(second);
  expect(decrypt(first, keys, 'offline_a').secret).toBe('shpat_é');
  expect(decrypt(second, keys, 'offline_a').secret).toBe('shpat_é');
});

it('encrypts with the newest key, and reads what older ones encrypted', () => {
  const before = encrypt('shpat_1', keys, 'offline_a');
  expect(decrypt(before, rotated, 'offline_a')).toEqual({ secret: 'shpat_1', isNewest: false });
  const after = encrypt('shpat_1', rotated, 'offline_a');
  expect(decrypt(after, rotated, 'offline_a')).toEqual({ secret: 'shpat_1', isNewest: true });
  expect(decrypt(after, [newer], 'offline_a').secret).toBe('shpat_1');
  expect(() => decrypt(after, keys, 'offline_a')).toThrow();
  expect(() => decrypt(before, [newer], 'offline_a')).toThrow();
});

it('refuses another key, another owner, and a changed or unknown text', () => {
  const text = encrypt('shpat_1', keys, 'offline_a');
  const bytes = Buffer.from(text.slice(3), 'base64');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  const changed = `v1.${bytes.toString('base64')}`;
  expect(() => decrypt(text, [newer], 'offline_a')).toThrow();
  expect(() => decrypt(text, rotated, 'offline_b')).toThrow();
  expect(() => decrypt(changed, rotated, 'offline_a')).toThrow();
  expect(() => decrypt('shpat_1', keys, 'offline_a')).toThrow('unknown format');
  expect(() => decrypt('v1.', keys, 'offline_a')).toThrow();
});

it('tells secrets of one owner and key apart by their fingerprints, and says nothing of others', () => {
  const first = fingerprintOf('1 Main Street', keys, 'a');
  expect(first).toMatch(/^[\w-]{8}\.[\w-]{43}$/);
  expect(fingerprintOf('1 Main Street', keys, 'b')).not.toBe(first);
  expect(isOtherSecret(first, fingerprintOf('1 Main Street', keys, 'a'))).toBe(false);
  expect(isOtherSecret(first, fingerprintOf('2 Main Street', keys, 'a'))).toBe(true);
  expect(isOtherSecret(first, fingerprintOf('2 Main Street', rotated, 'a'))).toBe(false);
  expect([isOtherSecret(first, null), isOtherSecret(null, first)]).toEqual([false, false]);
});
