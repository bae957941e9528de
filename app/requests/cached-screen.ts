import type { SerializeFrom } from '@remix-run/node';
import {
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
} from '@remix-run/react';
import { formClientAction } from './form-client-action.ts';
import { createScreenCache, type ScreenCacheOptions } from './screen-cache.ts';
import { shouldRevalidate } from './should-revalidate.ts';
import { useStaleWhileRevalidate } from './use-stale-while-revalidate.ts';

export type CachedScreenOptions<Data> = Pick<
  ScreenCacheOptions<Data>,
  'whenFailed' | 'isAlwaysAsked' | 'isCovered'
> & {
  /** Search and page choose among data that is all in the browser: another of them asks no server. */
  searchedInBrowser?: boolean;
};

/**
 * A route whose screen shows at once what was there when the merchant comes back to it, and loads it anew behind:
 *
 *     const screen = cachedScreen<typeof loader>();
 *     export const { clientLoader, clientAction, shouldRevalidate } = screen;
 *     // in the component
 *     const data = screen.useData();
 *
 * An action makes every screen forget; a failed one keeps the form and the screen as they are.
 */
export function cachedScreen<Loader>(options: CachedScreenOptions<SerializeFrom<Loader>> = {}) {
  const memory = createScreenCache<SerializeFrom<Loader>>(options);
  return {
    clientLoader: ({ request, serverLoader }: ClientLoaderFunctionArgs) =>
      memory.load(request, () => serverLoader<Loader>()),

    clientAction: formClientAction,

    shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
      const { currentUrl, nextUrl, formMethod } = args;
      const onlySearched =
        options.searchedInBrowser === true &&
        formMethod === undefined &&
        currentUrl.pathname === nextUrl.pathname &&
        currentUrl.search !== nextUrl.search;
      return !onlySearched && shouldRevalidate(args);
    },

    useData(): SerializeFrom<Loader> {
      const data = useLoaderData<Loader>();
      useStaleWhileRevalidate(memory, data);
      return data;
    },
  };
}
