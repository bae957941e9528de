import { useCallback, useRef, useState } from 'react';
import type { OrderSyncResult, SyncedOrders } from '#contract/order-sync.ts';
import { useResourceRequest } from '../../requests/use-resource.ts';
import { syncRequests } from './sync-requests.ts';

const ordersPerPage = 50;

type Shown = { show: 'all' | 'failed'; page: number };

/** The orders with what became of them; the same object where none is concerned. */
function withResults(
  before: SyncedOrders,
  results: ReadonlyMap<string, OrderSyncResult>,
): SyncedOrders {
  if (!before.orders.some(({ orderId }) => results.has(orderId))) return before;
  return { ...before, orders: before.orders.map((order) => results.get(order.orderId) ?? order) };
}

/** The page of a run's orders that is on show: no others are in the browser, however long the run is. */
export function useSyncedOrders(runId: string, first: SyncedOrders) {
  const [shown, setShown] = useState<Shown>({ show: 'all', page: 1 });
  const [{ orders, total }, setOrders] = useState(first);
  const { ask, isAsking, failure } = useResourceRequest({ leavesForUpdate: false });
  /** Results that come in while a page of orders is on its way, which may have been read before them. */
  const arrived = useRef<Map<string, OrderSyncResult>>();
  const latest = useRef(shown);
  latest.current = shown;
  const onShow = useRef(new Set<string>());
  onShow.current = new Set(orders.map(({ orderId }) => orderId));

  const load = useCallback(
    async (next: Shown) => {
      const meanwhile = new Map<string, OrderSyncResult>();
      arrived.current = meanwhile;
      setShown(next);
      const { answer } = await ask(syncRequests.listOrders(runId, next));
      arrived.current = undefined;
      if (answer !== undefined) setOrders(withResults(answer, meanwhile));
    },
    [ask, runId],
  );

  /** Fills in what became of orders that are on show. */
  const fillIn = useCallback(
    (results: readonly OrderSyncResult[]) => {
      if (latest.current.show === 'failed') {
        const isShown = ({ orderId }: OrderSyncResult) => onShow.current.has(orderId);
        const concernsThese = results.some(
          (result) => result.status === 'failed' || isShown(result),
        );
        if (concernsThese) void load(latest.current);
        return;
      }
      const byId = new Map(results.map((result) => [result.orderId, result]));
      for (const [id, result] of byId) arrived.current?.set(id, result);
      setOrders((before) => withResults(before, byId));
    },
    [load],
  );

  return {
    ...shown,
    orders,
    isLoading: isAsking,
    failure: failure?.message,
    hasNext: shown.page * ordersPerPage < total,
    load,
    reload: useCallback(() => void load(latest.current), [load]),
    fillIn,
  };
}
