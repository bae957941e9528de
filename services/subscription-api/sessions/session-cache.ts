import { Session } from '@shopify/shopify-api';
import { LRUCache } from 'lru-cache';

/** In ms: long enough for a screen's requests and those of the next click. */
const lifetime = 30_000;
/** A session this close to its end is read each time, because another instance may have renewed it. Shopify's library renews then too. */
const nearItsEndMilliseconds = 5 * 60_000;
const mostSessions = 1_000;

/**
 * Caches decrypted sessions for 30 s, so that a screen's requests don't each read the same row. A session may be stale if another instance wrote it;
 * decision 0019 says why that does no harm.
 */
export class SessionCache {
  readonly #sessions: LRUCache<string, Session>;
  readonly #now: () => number;
  /** Counts calls of `forget`, so that a read from before a write isn't cached after it. */
  #changes = 0;

  constructor(now: () => number = Date.now) {
    this.#now = now;
    this.#sessions = new LRUCache({ max: mostSessions, perf: { now }, ttlResolution: 0 });
  }

  /** A copy, because Shopify's library may change it. */
  find(id: string): Session | undefined {
    const session = this.#sessions.get(id);
    return session && new Session(session.toObject());
  }

  /** Reads a session and caches it, unless something was forgotten in the meantime. */
  async read(id: string, load: () => Promise<Session | undefined>): Promise<Session | undefined> {
    const before = this.#changes;
    const session = await load();
    if (this.#changes === before) this.#keep(id, session);
    return session;
  }

  forget(isForgotten: (session: Session) => boolean): void {
    this.#changes += 1;
    for (const [id, session] of [...this.#sessions.entries()]) {
      if (isForgotten(session)) this.#sessions.delete(id);
    }
  }

  #keep(id: string, session: Session | undefined): void {
    const end = session?.expires?.getTime() ?? Number.POSITIVE_INFINITY;
    const ttl = Math.min(lifetime, end - nearItsEndMilliseconds - this.#now());
    if (session === undefined || ttl <= 0) this.#sessions.delete(id);
    else this.#sessions.set(id, new Session(session.toObject()), { ttl });
  }
}
