import { timestampOf } from '../graphql/context.ts';
import type { Store } from '../store/store.ts';

/** Sets the scopes that the merchant has granted the app. */
export function setGrantedScopes(store: Store, scopes: Iterable<string>): void {
  const grantedScopes = [...new Set(scopes)].sort();
  const previousScopes = store.shop.grantedScopes;
  if (grantedScopes.join() === previousScopes.join()) return;
  store.transact((transaction) => transaction.updateShop({ grantedScopes, previousScopes }));
}

/** Removes the app from the store: every token and code ends at once. */
export function uninstallApp(store: Store, now: Date): void {
  store.transact((transaction) => {
    for (const name of ['tokens', 'codes'] as const) {
      for (const { id } of store.tables[name].all()) transaction.remove(name, id);
    }
    transaction.updateShop({ installed: false, uninstalledAt: timestampOf(now) });
  });
}

/** Installs the app again, with the scopes that it had before. */
export function installApp(store: Store): void {
  store.transact((transaction) => transaction.updateShop({ installed: true }));
}
