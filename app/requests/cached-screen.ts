import type { SerializeFrom } from '@remix-run/node';
import {
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useLocation,
  useRevalidator,
} from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { knownTextOf } from '../subscription-api/failure.ts';
import { unknownAnswer } from './form-answer.ts';
import {
  createScreenCache,
  invalidatingScreens,
  type ScreenCache,
  type ScreenCacheOptions,
  screenKeyOf,
} from './screen-cache.ts';
import { shouldRevalidate } from './should-revalidate.ts';

type CachedScreenOptions<Data> = Pick<
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

/** The screen's half of its memory: where remembered data is shown, it is loaded anew behind it. */
export function useStaleWhileRevalidate<Data>(memory: ScreenCache<Data>, data: Data): void {
  const key = screenKeyOf(useLocation());
  const { revalidate } = useRevalidator();
  const latest = useRef(revalidate);
  latest.current = revalidate;
  useEffect(() => {
    if (memory.shown(key, data)) latest.current();
  }, [memory, key, data]);
  useEffect(() => () => memory.left(key), [memory, key]);
}

type Args = { serverAction: () => Promise<unknown> };

/**
 * The `clientAction` of a route with forms. Whatever comes of a submit, every screen forgets what was loaded before it.
 * If no answer comes, or one that isn't ours, the form stays with a message instead of an error page.
 */
export async function formClientAction({ serverAction }: Args): Promise<unknown> {
  try {
    return await invalidatingScreens(serverAction);
  } catch (error) {
    return unknownAnswer(knownTextOf(error));
  }
}
