import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** The format's version, so that the algorithm can change later while old rows stay readable. */
const prefix = 'v1.';
const nonceBytes = 12;
const tagBytes = 16;

/** Keys of 32 bytes, the newest first. The newest encrypts, all of them decrypt. */
export type EncryptionKeys = readonly [Buffer, ...Buffer[]];

/** A decrypted secret, and whether the newest key had encrypted it. */
type Decrypted = { secret: string; isNewest: boolean };

/**
 * Encrypts a secret for the database with AES-256-GCM and the newest key. `owner` names the row it belongs to and is
 * authenticated with it, so that a shop's secret can't be moved to another shop's row.
 */
export function encrypt(secret: string, [key]: EncryptionKeys, owner: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(owner));
  const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return prefix + Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64');
}

/**
 * Decrypts a secret from the database.
 * @throws Error if the text isn't ours, was changed, or was encrypted with none of the keys or for another owner
 */
export function decrypt(text: string, keys: EncryptionKeys, owner: string): Decrypted {
  if (!text.startsWith(prefix)) throw new Error('The stored secret has an unknown format.');
  const bytes = Buffer.from(text.slice(prefix.length), 'base64');
  let failure: unknown;
  for (const key of keys) {
    try {
      return { secret: decryptedWith(key, bytes, owner), isNewest: key === keys[0] };
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/**
 * Tells one secret of an `owner` from another without keeping it: its HMAC-SHA256 by a key derived from the newest, behind a name of that key. Who
 * lacks the key can't try secrets out.
 */
export function fingerprintOf(secret: string, [key]: EncryptionKeys, owner: string): string {
  const derived = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', key, '', purpose, bytes));
  const hmac = createHmac('sha256', derived('fingerprint', 32)).update(
    JSON.stringify([owner, secret]),
  );
  return `${derived('name', 6).toString('base64url')}.${hmac.digest('base64url')}`;
}

/** Whether two fingerprints are of different secrets. False where nobody can say: one is missing, or made with another key. */
export function isOtherSecret(one: string | null, other: string | null): boolean {
  const keyOf = (fingerprint: string | null) => fingerprint?.split('.')[0];
  return one !== null && one !== other && keyOf(one) === keyOf(other);
}

function decryptedWith(key: Buffer, bytes: Buffer, owner: string): string {
  const nonce = bytes.subarray(0, nonceBytes);
  const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(owner));
  decipher.setAuthTag(tag);
  return Buffer.concat([
    decipher.update(bytes.subarray(nonceBytes + tagBytes)),
    decipher.final(),
  ]).toString('utf8');
}
