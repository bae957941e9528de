import { visibleAddress } from '../bridge/frame-address.ts';

/** How long a screen's data may be shown again before it is asked for anew, in ms (specification §9). */
const keepFor = 5 * 60 * 1000;
/** Addresses remembered for one route; the longest unseen goes first. */
const keptAtMost = 30;

type Kept<Data> = { data: Data; loadedAt: number };

// What every route's memory has in common. Only a browser gets here (client loaders, client actions, effects), and its
// document belongs to one shop; the server never writes these.
const memories = new Set<() => void>();
let shownShop: string | undefined;
let forgotten = 0;

/** Forgets every screen's data; call it after anything was changed other than through a route's action. */
export function forgetLoads(): void {
  forgotten += 1;
  for (const forget of memories) forget();
}

/** Wraps an action in the browser: whatever came of it, no screen shows again what was loaded before. */
export async function forgettingLoads<Answer>(
  serverAction: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await serverAction();
  } finally {
    forgetLoads();
  }
}

/** The part of an address that tells one screen's data from another's. */
export function loadKeyOf(location: { pathname: string; search: string }): string {
  // Written out: an URL's parts cannot be spread.
  const { pathname, search } = location;
  const visible = visibleAddress({ pathname, search, hash: '' });
  return `${visible.pathname}${visible.search}`;
}

export type LoaderCache<Data> = {
  /** A route's `clientLoader`: what is remembered of the address, at once; else, and to refresh it, the server's. */
  load: (request: Request, serverLoader: () => Promise<Data>) => Promise<Data>;
  /** Says that a screen shows `data`; true where that was remembered data, which now must be refreshed. */
  shown: (key: string, shop: string, data: Data) => boolean;
  /** Says that the screen is gone. */
  left: (key: string) => void;
};

/**
 * Remembers what a route's loader answered, by address, so that going back shows at once what was there while it is
 * refreshed behind. Use with `useRefreshBehind`:
 *
 *     const loads = createLoaderCache<SerializeFrom<typeof loader>>();
 *     export const clientLoader = ({ request, serverLoader }: ClientLoaderFunctionArgs) =>
 *       loads.load(request, () => serverLoader<typeof loader>());
 *     // in the screen
 *     useRefreshBehind(loads, data);
 *
 * and wrap the route's action: `clientAction = ({ serverAction }) => forgettingLoads(serverAction)`.
 *
 * Failures are never remembered, neither thrown ones nor data whose `failure` is not null. A refresh that fails for a
 * passing reason leaves what is on the screen; data with a `failure` gets the new one beside what it showed.
 */
export function createLoaderCache<Data extends object>(
  now: () => number = Date.now,
): LoaderCache<Data> {
  const kept = new Map<string, Kept<Data>>();
  // Answers that a change overtook: good enough to show until the next load, not to remember.
  const outdated = new WeakSet<Data>();
  let onScreen: string | undefined;
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

  async function refresh(
    key: string,
    request: Request,
    serverLoader: () => Promise<Data>,
  ): Promise<Data> {
    const startedAfter = forgotten;
    // Looked up anew after the wait: an action may have made what was remembered untrue meanwhile.
    const stillKnown = () => (forgotten === startedAfter ? find(key) : undefined);
    let data: Data;
    try {
      data = await serverLoader();
    } catch (error) {
      const known = stillKnown();
      if (known !== undefined && !request.signal.aborted && isPassing(error)) return known;
      kept.delete(key);
      throw error;
    }
    const failure = failureIn(data);
    if (failure !== null) {
      const known = stillKnown();
      return known === undefined ? data : { ...known, failure };
    }
    if (forgotten === startedAfter) keep(key, data);
    else outdated.add(data);
    return data;
  }

  return {
    async load(request, serverLoader) {
      const key = loadKeyOf(new URL(request.url));
      // What is on the screen already is only ever loaded to be made newer.
      const known = key === onScreen ? undefined : find(key);
      if (known === undefined) return refresh(key, request, serverLoader);
      refreshOwed = key;
      return known;
    },

    shown(key, shop, data) {
      if (shownShop !== undefined && shownShop !== shop) forgetLoads();
      shownShop = shop;
      onScreen = key;
      if (refreshOwed === key) {
        refreshOwed = undefined;
        return true;
      }
      // A document's first data comes with the document, past the client loader.
      const worthKeeping = failureIn(data) === null && !outdated.has(data);
      if (worthKeeping && find(key) === undefined) keep(key, data);
      return false;
    },

    left(key) {
      if (onScreen === key) onScreen = undefined;
    },
  };
}

function failureIn(data: object): unknown {
  return 'failure' in data ? (data.failure ?? null) : null;
}

/** Whether a later try may go well: no answer came, or one of a server in trouble. */
function isPassing(error: unknown): boolean {
  return !(error instanceof Response) || error.status >= 500;
}
