import { errorTexts } from '#contract/error-texts.ts';

/** Public, so any answer at all proves that the network works. */
export const probePath = '/healthz';
const probePatience = 5_000;

/** First pause between two checks for the network, in ms. It doubles each time. */
const firstPause = 1_000;
const longestPause = 30_000;

let isGone = false;
let looking: Promise<boolean> | undefined;
let pause = firstPause;
let nextLook: ReturnType<typeof setTimeout> | undefined;
const watchers = new Set<() => void>();

/** Looks whether the app can be reached. What the browser says (`navigator.onLine`) is a guess in both directions. */
export function isNetworkThere(): Promise<boolean> {
  looking ??= probe().then((isThere) => {
    looking = undefined;
    learn(isThere);
    return isThere;
  });
  return looking;
}

async function probe(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(probePatience);
    await fetch(probePath, { method: 'HEAD', cache: 'no-store', signal });
    return true;
  } catch {
    return false;
  }
}

function learn(isThere: boolean): void {
  clearTimeout(nextLook);
  if (isThere) pause = firstPause;
  else {
    nextLook = setTimeout(isNetworkThere, pause);
    pause = Math.min(2 * pause, longestPause);
  }
  if (isGone !== isThere) return;
  isGone = !isThere;
  for (const watcher of [...watchers]) watcher();
}

/** Looks anew at a word of the browser's; a look that is under way may have begun before it. */
async function lookNow(): Promise<void> {
  pause = firstPause;
  await looking;
  await isNetworkThere();
}

if (typeof window !== 'undefined') {
  for (const word of ['offline', 'online']) window.addEventListener(word, () => void lookNow());
}

/** Whether the network was gone when it was last looked for. */
export function isNetworkGone(): boolean {
  return isGone;
}

/** Calls back each time that the network goes or comes, until what is returned is called. */
export function watchNetwork(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

/** Resolves as soon as the network is there or, with `isAway`, gone. Rejects where `signal` aborts. */
function networkThat(isAway: boolean, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (!signal?.aborted && isGone !== isAway) return;
      stopWatching();
      signal?.removeEventListener('abort', look);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    };
    const stopWatching = watchNetwork(look);
    signal?.addEventListener('abort', look);
    look();
  });
}

/**
 * Carries out what may be done twice. Where it fails because the network is gone, again once that is back.
 * @throws what the last attempt threw with the network there, or `signal`'s reason
 */
export async function onceConnected<Outcome>(
  attempt: () => Promise<Outcome>,
  signal?: AbortSignal,
): Promise<Outcome> {
  for (;;) {
    try {
      await refuseWhereOffline();
      return await attempt();
    } catch (error) {
      if (signal?.aborted || (await isNetworkThere())) throw error;
      await networkThat(false, signal);
    }
  }
}

/**
 * Carries out what must not be done twice.
 * @throws an error that says so where the network is gone, else what `attempt` throws
 */
export async function ifConnected<Outcome>(
  attempt: () => Promise<Outcome>,
  signal?: AbortSignal,
): Promise<Outcome> {
  try {
    await refuseWhereOffline();
    return await attempt();
  } catch (error) {
    if (signal?.aborted || (await isNetworkThere())) throw error;
    throw new Error(navigator.onLine === false ? errorTexts.offline : errorTexts.unreachable);
  }
}

/** Resolves once the app can be reached. */
export async function untilConnected(): Promise<void> {
  if (!(await isNetworkThere())) await networkThat(false);
}

/** Without the network, asking the admin for a session token would only time out. */
async function refuseWhereOffline(): Promise<void> {
  if (navigator.onLine === false && !(await isNetworkThere())) throw new Error(errorTexts.offline);
}

/** The result of `loading`, or `instead` as soon as the network is gone. */
export async function unlessDisconnected<Data>(
  loading: Promise<Data>,
  instead: () => Data,
): Promise<Data> {
  const over = new AbortController();
  const gone = networkThat(true, over.signal).then(instead);
  try {
    return await Promise.race([loading, gone]);
  } finally {
    over.abort();
  }
}
