import { Session } from '@shopify/shopify-api';
import type { SessionStorage } from '@shopify/shopify-app-session-storage';
import { DrizzleSessionStoragePostgres } from '@shopify/shopify-app-session-storage-drizzle';
import { eq } from 'drizzle-orm';
import { decrypt, type EncryptionKeys, encrypt } from '../encryption.ts';
import type { Database } from '../store/database.ts';
import { sessionTable } from '../store/schema.ts';
import { dueWithoutExpiry, withExpiry } from './expiry.ts';
import { SessionCache } from './session-cache.ts';

/** The sessions of all shops, for Shopify's library and our own calls. `loadSession` may answer from the cache. */
export type ShopSessions = SessionStorage & {
  /** The session as it is in the database now. */
  readSession(id: string): Promise<Session | undefined>;
  /** Drops a shop's cached sessions, after its rows were changed without this storage. */
  forgetShop(shop: string): void;
};

function withTokens(session: Session, change: (token: string) => string): Session {
  const copy = new Session(session.toObject());
  if (session.accessToken) copy.accessToken = change(session.accessToken);
  if (session.refreshToken) copy.refreshToken = change(session.refreshToken);
  return copy;
}

/**
 * A session storage that encrypts access and refresh tokens. A row that can't be decrypted (its key was removed) counts as no session, so the next
 * request exchanges its session token for a new one.
 */
class EncryptedSessionStorage implements ShopSessions {
  readonly #storage: SessionStorage;
  readonly #keys: EncryptionKeys;
  readonly #cache = new SessionCache();

  constructor(storage: SessionStorage, keys: EncryptionKeys) {
    this.#storage = storage;
    this.#keys = keys;
  }

  async storeSession(session: Session): Promise<boolean> {
    const before = await this.readSession(session.id);
    const encrypted = withTokens(withExpiry(session, before, new Date()), (token) =>
      encrypt(token, this.#keys, session.id),
    );
    return await this.#changing([session.id], () => this.#storage.storeSession(encrypted));
  }

  async loadSession(id: string): Promise<Session | undefined> {
    return this.#cache.find(id) ?? (await this.readSession(id));
  }

  async readSession(id: string): Promise<Session | undefined> {
    return await this.#cache.read(id, async () => {
      const session = await this.#storage.loadSession(id);
      return session === undefined ? undefined : this.#decrypted(session);
    });
  }

  async deleteSession(id: string): Promise<boolean> {
    return await this.#changing([id], () => this.#storage.deleteSession(id));
  }

  async deleteSessions(ids: string[]): Promise<boolean> {
    return await this.#changing(ids, () => this.#storage.deleteSessions(ids));
  }

  forgetShop(shop: string): void {
    this.#cache.forget((session) => session.shop === shop);
  }

  /** Forgets before and after, because a read during the change may see either version. */
  async #changing(ids: string[], change: () => Promise<boolean>): Promise<boolean> {
    const forget = (): void => this.#cache.forget(({ id }) => ids.includes(id));
    forget();
    try {
      return await change();
    } finally {
      forget();
    }
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
      return dueWithoutExpiry(
        withTokens(session, (token) => decrypt(token, this.#keys, id).secret),
      );
    } catch {
      return undefined;
    }
  }
}

/** Shopify's storage prints a failed read to the console, and answers as if there were no session. */
class SessionRows extends DrizzleSessionStoragePostgres {
  readonly #database: Database;

  constructor(database: Database) {
    super(database, sessionTable);
    this.#database = database;
  }

  /** We have no sessions of single users, whose fields aren't read. */
  override async loadSession(id: string): Promise<Session | undefined> {
    const [row] = await this.#database.select().from(sessionTable).where(eq(sessionTable.id, id));
    if (row === undefined) return undefined;
    const { shop, state, isOnline, scope, expires, accessToken } = row;
    const { refreshToken, refreshTokenExpires } = row;
    return new Session({
      ...{ id, shop, state, isOnline, accessToken },
      ...(scope !== null && { scope }),
      ...(expires !== null && { expires }),
      ...(refreshToken !== null && { refreshToken }),
      ...(refreshTokenExpires !== null && { refreshTokenExpires }),
    });
  }
}

/** A database's sessions, with encrypted tokens. */
export function sessionStorageIn(database: Database, encryptionKeys: EncryptionKeys): ShopSessions {
  return new EncryptedSessionStorage(new SessionRows(database), encryptionKeys);
}
