import { errorTexts } from '#contract/error-texts.ts';
import { visibleAddress } from '../network/frame-address.ts';
import { unlessDisconnected } from '../network/network.ts';
import { isFailure, knownTextOf } from '../subscription-api/failure.ts';
import { withRetries } from '../subscription-api/retry.ts';

/** How long a screen's data may be shown again before it is asked for anew, in ms (specification §9). */
const keepFor = 5 * 60 * 1000;
/** Addresses remembered for one route; the longest unseen goes first. */
const keptAtMost = 30;

// What every route's memory has in common. Only a browser gets here, and its document belongs to one shop.
const memories = new Set<() => void>();
let forgotten = 0;

/** Forgets every screen's data; call it after anything was changed other than through a route's action. */
export function invalidateScreens(): void {
  forgotten += 1;
  for (const forget of memories) forget();
}

/** Wraps an action in the browser: whatever came of it, no screen shows again what was loaded before. */
export async function invalidatingScreens<Answer>(
  serverAction: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await serverAction();
  } finally {
    invalidateScreens();
  }
}

/** The part of an address that tells one screen's data from another's. */
export function screenKeyOf({ pathname, search }: { pathname: string; search: string }): string {
  const visible = visibleAddress({ pathname, search, hash: '' });
  return `${visible.pathname}${visible.search}`;
}

export type ScreenCacheOptions<Data> = {
  /**
   * What to show with the failure's message where the server's data cannot be had: `shown` is what is on the screen, of the
   * same address or of another search or page. Undefined leaves the failure to the error page.
   */
  whenFailed?: (shown: Data, message: string, sameAddress: boolean) => Data | undefined;
  /**
   * The screen covers itself with the failure: `whenFailed` is asked even where a change may have made untrue what is on the screen,
   * or where the server refuses it, so that what was typed there is kept beneath.
   */
  isCovered?: boolean;
  /**
   * A visit waits for the server, and what is remembered is for where that can't be had; with `whenFailed` what is on the screen
   * is so too, even where a change may have made it untrue.
   */
  isAlwaysAsked?: boolean;
  now?: () => number;
  wait?: (milliseconds: number) => Promise<void>;
};

export type ScreenCache<Data> = {
  /** What is remembered of the address, at once; else, and to refresh what is on the screen, the server's. */
  load: (request: Request, serverLoader: () => Promise<Data>) => Promise<Data>;
  /** Says that a screen shows `data`; true where that was remembered data, which now must be refreshed. */
  shown: (key: string, data: Data) => boolean;
  /** Says that the screen is gone. */
  left: (key: string) => void;
};

type Kept<Data> = { data: Data; loadedAt: number };

/**
 * Remembers what a route's loader answered, by address. `cachedScreen` makes a route of it; see
 * docs/decisions/0013-data-of-screens.md.
 *
 * Failures are not remembered, neither thrown ones nor data whose `failure` is not null. A refresh that fails for a
 * passing reason leaves what is on the screen, and so does one that would wait for the network.
 */
export function createScreenCache<Data>({
  whenFailed,
  isAlwaysAsked = false,
  isCovered = false,
  now = Date.now,
  wait,
}: ScreenCacheOptions<Data> = {}): ScreenCache<Data> {
  const kept = new Map<string, Kept<Data>>();
  // The last answer that a change overtook: good enough to show until the next load, not to remember.
  let outdated: Data | undefined;
  let onScreen: { key: string; data: Data } | undefined;
  let refreshOwed: string | undefined;
  memories.add(() => kept.clear());

  function find(key: string): Data | undefined {
    const entry = kept.get(key);
    if (entry === undefined) return undefined;
    kept.delete(key);
    if (now() - entry.loadedAt >= keepFor) return undefined;
    // Put back at the end: it is now the one seen last.
    kept.set(key, entry);
    return entry.data;
  }

  function keep(key: string, data: Data): void {
    kept.delete(key);
    kept.set(key, { data, loadedAt: now() });
    const [longestUnseen] = kept.keys();
    if (kept.size > keptAtMost && longestUnseen !== undefined) kept.delete(longestUnseen);
  }

  /** What the screen shows without the data that was asked for; undefined where there is nothing to show. */
  function showWithout(key: string, known: Data | undefined, message: string): Data | undefined {
    if (known !== undefined) return whenFailed?.(known, message, true) ?? known;
    if (onScreen === undefined) return undefined;
    if (onScreen.key === key) {
      return isCovered || isAlwaysAsked ? whenFailed?.(onScreen.data, message, true) : undefined;
    }
    if (pathOf(onScreen.key) !== pathOf(key)) return undefined;
    return whenFailed?.(onScreen.data, message, false);
  }

  async function refresh(
    key: string,
    request: Request,
    serverLoader: () => Promise<Data>,
  ): Promise<Data> {
    const startedAfter = forgotten;
    // Looked up after the wait: an action may have made what was remembered untrue meanwhile.
    const stillKnown = () => (forgotten === startedAfter ? find(key) : undefined);
    let data: Data;
    try {
      data = await withRetries(serverLoader, {
        // A server's answer comes after its own retries.
        isPassing: (error) => error instanceof TypeError && !request.signal.aborted,
        ...(wait && { wait }),
      });
    } catch (error) {
      const isRefused = !isPassing(error);
      if (isRefused) kept.delete(key);
      const isShown = !isRefused || (isCovered && !isUnauthorized(error));
      const instead =
        !request.signal.aborted && isShown
          ? showWithout(key, stillKnown(), await messageOf(error))
          : undefined;
      if (instead !== undefined) return instead;
      kept.delete(key);
      throw error;
    }
    const message = failureIn(data);
    if (message !== null) {
      const known = stillKnown();
      return known === undefined ? data : (showWithout(key, known, message) ?? data);
    }
    if (forgotten === startedAfter) keep(key, data);
    else outdated = data;
    return data;
  }

  return {
    async load(request, serverLoader) {
      const key = screenKeyOf(new URL(request.url));
      // What is on the screen already is only ever loaded to be made newer.
      const known = isAlwaysAsked || key === onScreen?.key ? undefined : find(key);
      if (known === undefined) {
        const loading = refresh(key, request, serverLoader);
        if (onScreen?.key !== key) return loading;
        // It stays, and is not remembered: it is loaded anew once the network is back.
        const { data } = onScreen;
        return unlessDisconnected(loading, () => {
          outdated = data;
          return data;
        });
      }
      refreshOwed = key;
      return known;
    },

    shown(key, data) {
      onScreen = { key, data };
      if (refreshOwed === key) {
        refreshOwed = undefined;
        return true;
      }
      // A document's first data comes with the document, past the client loader.
      const worthKeeping = failureIn(data) === null && data !== outdated;
      if (worthKeeping && find(key) === undefined) keep(key, data);
      return false;
    },

    left(key) {
      if (onScreen?.key === key) onScreen = undefined;
    },
  };
}

function pathOf(key: string): string {
  return key.split('?')[0] ?? key;
}

function failureIn(data: unknown): string | null {
  if (typeof data !== 'object' || data === null || !('failure' in data)) return null;
  return typeof data.failure === 'string' ? data.failure : null;
}

const tooManyRequests = 429;

/** Whether a later try may go well: no answer came, or one of a server in trouble or asked too often. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof Response)) return true;
  return error.status >= 500 || error.status === tooManyRequests;
}

/** Whoever signs in, or grants what is missing, leaves the screen anyway. */
function isUnauthorized(error: unknown): boolean {
  return error instanceof Response && error.status === 401;
}

async function messageOf(error: unknown): Promise<string> {
  if (!(error instanceof Response)) return knownTextOf(error) ?? errorTexts.serverError;
  const content: unknown = await error
    .clone()
    .json()
    .catch(() => null);
  return isFailure(content) ? content.message : errorTexts.serverError;
}
