import { createContext, useContext, useEffect } from 'react';
import type { Store } from '../internal-api/stores.ts';
import { storePath } from '../router/addresses.ts';
import type { AppMenu } from './app-menu.ts';

type StoreContextValue = {
  store: Store;
  /** Shows the app's menu below its name; null removes it. */
  setAppMenu: (menu: AppMenu | null) => void;
};

export const StoreContext = createContext<StoreContextValue | null>(null);

export function useStoreContext(): StoreContextValue {
  const value = useContext(StoreContext);
  if (value === null) throw new Error('useStoreContext needs a store’s shell around it.');
  return value;
}

export function useStore(): Store {
  return useStoreContext().store;
}

/** Makes addresses of the current store: `path('/products')`. */
export function useStorePath(): (path?: string) => string {
  const { handle } = useStore();
  return (path = '') => storePath(handle, path);
}

export function useTitle(title: string): void {
  const { name } = useStore();
  useEffect(() => {
    document.title = `${name} · ${title}`;
  }, [name, title]);
}
