import { Session } from '@shopify/shopify-api';

/** How long a session is kept, in ms: a screen's requests, and those of the next click. */
const keptMilliseconds = 30_000;
/** Nearer to its end a session is read each time: another instance may have renewed it. The platform's library renews then too. */
const nearItsEndMilliseconds = 5 * 60_000;
const mostSessions = 1_000;

type Kept = { session: Session; until: number };

/**
 * Decrypted sessions in memory, for a few seconds, so that a request doesn't read the same row again and again. What is kept may
 * be out of date where another instance wrote; decision 0019 says why nothing wrong comes of it.
 */
export class KeptSessions {
  readonly #kept = new Map<string, Kept>();
  readonly #now: () => number;
  /** Counts what was forgotten: a read that began before a write must not be kept after it. */
  #changes = 0;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** A copy: the platform's library may change what it gets. */
  find(id: string): Session | undefined {
    const kept = this.#kept.get(id);
    if (kept === undefined) return undefined;
    if (kept.until <= this.#now()) {
      this.#kept.delete(id);
      return undefined;
    }
    return new Session(kept.session.toObject());
  }

  /** Reads a session and keeps it, unless something was forgotten meanwhile. */
  async read(id: string, load: () => Promise<Session | undefined>): Promise<Session | undefined> {
    const before = this.#changes;
    const session = await load();
    if (this.#changes === before) this.#keep(id, session);
    return session;
  }

  forget(isForgotten: (session: Session) => boolean): void {
    this.#changes += 1;
    for (const [id, { session }] of this.#kept) if (isForgotten(session)) this.#kept.delete(id);
  }

  #keep(id: string, session: Session | undefined): void {
    this.#kept.delete(id);
    if (session === undefined) return;
    const now = this.#now();
    const end = session.expires?.getTime() ?? Number.POSITIVE_INFINITY;
    const until = Math.min(now + keptMilliseconds, end - nearItsEndMilliseconds);
    if (until <= now) return;
    this.#kept.set(id, { session: new Session(session.toObject()), until });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > mostSessions && oldest !== undefined) this.#kept.delete(oldest);
  }
}
