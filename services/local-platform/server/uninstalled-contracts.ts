import { timestampOf } from '../graphql/context.ts';
import { isTerminated } from '../graphql/subscriptions/contract-changes.ts';
import type { Store } from '../store/store.ts';
import type { Clock } from './clock.ts';

const graceMilliseconds = 48 * 3_600_000;

/** Cancels a store's contracts 48 hours after the app was removed, unless it's installed again before. */
export function cancelAfterUninstall(store: Store, clock: Clock): void {
  const { installed, uninstalledAt } = store.shop;
  if (installed || uninstalledAt === undefined) return;
  clock.schedule(new Date(Date.parse(uninstalledAt) + graceMilliseconds), () => {
    if (store.shop.installed || store.shop.uninstalledAt !== uninstalledAt) return;
    store.transact((transaction) => {
      for (const contract of store.tables.contracts.all()) {
        if (isTerminated(contract)) continue;
        transaction.put('contracts', {
          ...contract,
          status: 'CANCELLED',
          revisionId: contract.revisionId + 1,
          updatedAt: timestampOf(clock.now()),
        });
      }
    });
  });
}
