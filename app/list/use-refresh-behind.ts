import { useLocation, useRevalidator, useRouteLoaderData } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import type { loader as shellLoader } from '../root.tsx';
import { type LoaderCache, loadKeyOf } from './loader-cache.ts';

/** The screen's half of `createLoaderCache`: where remembered data is shown, it is loaded anew behind it. */
export function useRefreshBehind<Data>(loads: LoaderCache<Data>, data: Data): void {
  const key = loadKeyOf(useLocation());
  const shop = useRouteLoaderData<typeof shellLoader>('root')?.admission?.shop ?? '';
  const { revalidate } = useRevalidator();
  const latest = useRef({ data, revalidate });
  latest.current = { data, revalidate };
  useEffect(() => {
    if (loads.shown(key, shop, latest.current.data)) latest.current.revalidate();
    return () => loads.left(key);
  }, [loads, key, shop]);
}
