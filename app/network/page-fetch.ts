import { useEffect, useLayoutEffect } from 'react';
import { errorTexts } from '#contract/error-texts.ts';
import { ifConnected, onceConnected, probePath } from './network.ts';

/**
 * Wraps `fetch` for requests to the app's own origin, which go by `send`: without the network, reads wait for it and changes are
 * refused. A screen's data is never another server's page: Remix would show that as a crash. Stands aside for other origins, and for
 * requests that already carry a token, such as those of the platform's own script.
 */
export function createConnectedFetch(
  plainFetch: typeof fetch,
  send: (request: Request) => Promise<Response> = plainFetch,
): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { origin, pathname, searchParams } = new URL(request.url);
    const isOurs = origin === window.location.origin && pathname !== probePath;
    if (!isOurs || request.headers.has('Authorization')) return plainFetch(input, init);

    if (request.method !== 'GET') return ifConnected(() => send(request), request.signal);
    const response = await onceConnected(() => send(request), request.signal);
    if (searchParams.has('_data') && response.status >= 500 && !isOfRemix(response)) {
      throw new Error(errorTexts.serverError);
    }
    return response;
  };
}

/** Such a response is the app's own, whatever its status; a proxy's has none of these headers. */
function isOfRemix({ headers }: Response): boolean {
  return ['Response', 'Catch', 'Error'].some((kind) => headers.has(`X-Remix-${kind}`));
}

const useBrowserLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect;

/** From here on every request of the page goes through `wrap`, Remix's own included. */
export function usePageFetch(wrap: (plainFetch: typeof fetch) => typeof fetch): void {
  useBrowserLayoutEffect(() => {
    const plainFetch = window.fetch;
    window.fetch = wrap(plainFetch.bind(window));
    return () => {
      window.fetch = plainFetch;
    };
  }, [wrap]);
}
