import { timestampOf } from '../graphql/context.ts';
import type { Store } from '../store/store.ts';
import { plainPlan, putGroup } from './groups.ts';

/** Makes another app sell products with a plan of its own; returns its group's number. */
export function sellByAnotherApp(store: Store, productIds: readonly number[], now: Date): number {
  return store.transact((transaction) => {
    const group = putGroup(transaction, {
      name: 'Bean Box',
      position: 1,
      plans: [plainPlan('Bean Box every month', [1, 'MONTH'], 5)],
      productIds,
      createdAt: timestampOf(now),
    });
    transaction.put('groups', { ...group, appId: 'bean-box', isOfAnotherApp: true });
    return group.id;
  });
}
