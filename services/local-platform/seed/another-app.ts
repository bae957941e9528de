import { timestampOf } from '../graphql/context.ts';
import type { Store } from '../store/store.ts';
import { plainPlan, putGroup } from './groups.ts';

/** Has another app sell products by a plan of its own; answers its group's number. */
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
