import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Session } from '@shopify/shopify-api';
import type { SessionStorage } from '@shopify/shopify-app-session-storage';

/** The version of the format: key and algorithm can change later while old rows stay readable. */
const prefix = 'v1.';
const nonceBytes = 12;
const tagBytes = 16;

/** AES-256-GCM; the session's id is authenticated with it, so that a row's token can't be moved to another shop's row. */
export function encryptToken(token: string, key: Buffer, sessionId: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(sessionId));
  const ciphertext = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()]);
  return prefix + Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64');
}

/** Throws when the text isn't ours, was changed, or was encrypted with another key. */
export function decryptToken(text: string, key: Buffer, sessionId: string): string {
  if (!text.startsWith(prefix)) throw new Error('The stored token has an unknown format.');
  const bytes = Buffer.from(text.slice(prefix.length), 'base64');
  const nonce = bytes.subarray(0, nonceBytes);
  const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(sessionId));
  decipher.setAuthTag(tag);
  return Buffer.concat([
    decipher.update(bytes.subarray(nonceBytes + tagBytes)),
    decipher.final(),
  ]).toString('utf8');
}

function withTokens(session: Session, change: (token: string) => string): Session {
  const copy = new Session(session.toObject());
  if (session.accessToken) copy.accessToken = change(session.accessToken);
  if (session.refreshToken) copy.refreshToken = change(session.refreshToken);
  return copy;
}

/**
 * A session storage whose access and refresh tokens are ciphertext at rest. A row that can't be decrypted (the key was
 * changed) counts as no session: the next request exchanges its session token for a new one.
 */
export class EncryptedSessionStorage implements SessionStorage {
  readonly #storage: SessionStorage;
  readonly #key: Buffer;

  constructor(storage: SessionStorage, key: Buffer) {
    this.#storage = storage;
    this.#key = key;
  }

  async storeSession(session: Session): Promise<boolean> {
    return await this.#storage.storeSession(
      withTokens(session, (token) => encryptToken(token, this.#key, session.id)),
    );
  }

  async loadSession(id: string): Promise<Session | undefined> {
    const session = await this.#storage.loadSession(id);
    return session === undefined ? undefined : this.#decrypted(session);
  }

  async deleteSession(id: string): Promise<boolean> {
    return await this.#storage.deleteSession(id);
  }

  async deleteSessions(ids: string[]): Promise<boolean> {
    return await this.#storage.deleteSessions(ids);
  }

  async findSessionsByShop(shop: string): Promise<Session[]> {
    const sessions = await this.#storage.findSessionsByShop(shop);
    return sessions
      .map((session) => this.#decrypted(session))
      .filter((session) => session !== undefined);
  }

  #decrypted(session: Session): Session | undefined {
    try {
      return withTokens(session, (token) => decryptToken(token, this.#key, session.id));
    } catch {
      return undefined;
    }
  }
}
