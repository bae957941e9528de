import { Session } from '@shopify/shopify-api';
import type { SessionStorage } from '@shopify/shopify-app-session-storage';
import { DrizzleSessionStoragePostgres } from '@shopify/shopify-app-session-storage-drizzle';
import { decrypt, encrypt } from '../encryption.ts';
import type { Database } from '../store/database.ts';
import { sessionTable } from '../store/schema.ts';
import { dueWithoutExpiry, withExpiry } from './expiry.ts';

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
class EncryptedSessionStorage implements SessionStorage {
  readonly #storage: SessionStorage;
  readonly #key: Buffer;

  constructor(storage: SessionStorage, key: Buffer) {
    this.#storage = storage;
    this.#key = key;
  }

  async storeSession(session: Session): Promise<boolean> {
    const before = await this.loadSession(session.id);
    return await this.#storage.storeSession(
      withTokens(withExpiry(session, before, new Date()), (token) =>
        encrypt(token, this.#key, session.id),
      ),
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
      const { id } = session;
      return dueWithoutExpiry(withTokens(session, (token) => decrypt(token, this.#key, id)));
    } catch {
      return undefined;
    }
  }
}

/** The sessions of a database, their tokens encrypted with `encryptionKey` (32 bytes). */
export function sessionStorageIn(database: Database, encryptionKey: Buffer): SessionStorage {
  return new EncryptedSessionStorage(
    new DrizzleSessionStoragePostgres(database, sessionTable),
    encryptionKey,
  );
}
