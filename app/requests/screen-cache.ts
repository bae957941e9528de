import { errorTexts } from '#contract/error-texts.ts';
import { visibleAddress } from '../network/frame-address.ts';
import { unlessDisconnected } from '../network/network.ts';
import { isFailure, knownTextOf } from '../subscription-api/failure.ts';
import { withRetries } from '../subscription-api/retry.ts';

/** Time for which a screen's data counts as fresh, in ms (specification §9). */
const keepFor = 5 * 60 * 1000;
/** Addresses remembered for one route; the longest unseen goes first. */
const keptAtMost = 30;

// Shared by the caches of all routes. Runs only in the browser, whose document belongs to one shop.
const memories = new Set<() => void>();
let forgotten = 0;

/** Forgets every screen's data; call it after anything was changed other than through a route's action. */
export function invalidateScreens(): void {
  forgotten += 1;
  for (const forget of memories) forget();
}

/** Wraps an action in the browser: whatever came of it, every screen forgets what was loaded before. */
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
   * The data to show with the failure's message if loading fails, also after a change that may have made it untrue: an error page would take
   * a form or a dialog with all that was typed. `shown` is on the screen now, for the same address or for another search or page. Undefined
   * leaves the failure to the error page.
   */
  whenFailed?: (shown: Data, message: string, sameAddress: boolean) => Data | undefined;
  /**
   * The screen hides itself behind the failure, so that typed text is kept: `whenFailed` is then called even if the server refuses the load.
   */
  isCovered?: boolean;
  /** A visit waits for the server, and uses cached data only if loading fails. */
  isAlwaysAsked?: boolean;
  now?: () => number;
  wait?: (milliseconds: number) => Promise<void>;
};

export type ScreenCache<Data> = {
  /** The address' cached data at once; without any, or to refresh the screen, the server's. */
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

  /** What the screen shows if its data can't be loaded; undefined if it has nothing to show. */
  function showWithout(key: string, known: Data | undefined, message: string): Data | undefined {
    if (known !== undefined) return whenFailed?.(known, message, true) ?? known;
    if (onScreen === undefined || pathOf(onScreen.key) !== pathOf(key)) return undefined;
    return whenFailed?.(onScreen.data, message, onScreen.key === key);
  }

  async function refresh(
    key: string,
    request: Request,
    serverLoader: () => Promise<Data>,
  ): Promise<Data> {
    const startedAfter = forgotten;
    // Looked up after the wait, because an action may have invalidated the cache since.
    const stillKnown = () => (forgotten === startedAfter ? find(key) : undefined);
    let data: Data;
    try {
      data = await withRetries(serverLoader, {
        // The server's answer is final: it has retried already.
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
      // What the browser says of a lost connection would be shown as a crash.
      const isReadable = error instanceof Response || knownTextOf(error) !== undefined;
      if (isReadable || request.signal.aborted) throw error;
      throw new Error(errorTexts.serverError, { cause: error });
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
      // A screen that is already showing is only loaded to refresh it.
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
      // A document's first data comes with its markup and doesn't pass the client loader.
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

/** To sign in, or to grant a permission, the merchant leaves the screen anyway. */
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
