import { useCallback, useRef, useState } from 'react';
import { errorTexts } from '#contract/error-texts.ts';
import type { OrderSyncResult } from '#contract/order-sync.ts';
import type { SyncedOrders } from '#contract/sync-run.ts';
import { ResourceError } from '../../resource-routes/request-resource.ts';
import { syncRequests } from './sync-requests.ts';

export const ordersPerPage = 50;

type Shown = { show: 'all' | 'failed'; page: number };

/** The page of a run's orders that is on show: no others are in the browser, however long the run is. */
export function useSyncedOrders(runId: string, first: SyncedOrders) {
  const [shown, setShown] = useState<Shown>({ show: 'all', page: 1 });
  const [{ orders, total }, setOrders] = useState(first);
  const [isLoading, setLoading] = useState(false);
  const [failure, setFailure] = useState<string>();
  const asking = useRef<AbortController>();
  const latest = useRef(shown);
  latest.current = shown;

  const load = useCallback(
    async (next: Shown) => {
      asking.current?.abort();
      const controller = new AbortController();
      const { signal } = controller;
      asking.current = controller;
      setShown(next);
      setLoading(true);
      setFailure(undefined);
      try {
        const found = await syncRequests.listOrders(runId, next, signal);
        if (!signal.aborted) setOrders(found);
      } catch (error) {
        if (signal.aborted) return;
        setFailure(error instanceof ResourceError ? error.message : errorTexts.serverError);
      } finally {
        if (!signal.aborted) setLoading(false);
      }
    },
    [runId],
  );

  /** Fills in what became of orders that are on show. */
  const fillIn = useCallback(
    (results: readonly OrderSyncResult[]) => {
      if (latest.current.show === 'failed') {
        if (results.some(({ status }) => status === 'failed')) void load(latest.current);
        return;
      }
      const byId = new Map(results.map((result) => [result.orderId, result]));
      setOrders((before) =>
        before.orders.some(({ orderId }) => byId.has(orderId))
          ? { ...before, orders: before.orders.map((order) => byId.get(order.orderId) ?? order) }
          : before,
      );
    },
    [load],
  );

  return {
    ...shown,
    orders,
    isLoading,
    failure,
    hasNext: shown.page * ordersPerPage < total,
    load,
    reload: useCallback(() => void load(latest.current), [load]),
    fillIn,
  };
}
