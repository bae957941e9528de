import type { SyncedOrders, SyncRun, SyncRunChange } from '#contract/order-sync.ts';
import { type ResourceRequest, requestResource } from '../../requests/request-resource.ts';
import type { BatchAnswer } from './batch-answer.ts';
import type { RunnerRequests } from './runner.ts';

const runSchema = async () => (await import('#contract/order-sync.ts')).syncRunSchema;
const batchSchema = async () => (await import('./batch-answer.ts')).batchAnswerSchema;
const ordersSchema = async () => (await import('#contract/order-sync.ts')).syncedOrdersSchema;

/** The screen's requests: some are sent at once and throw a ResourceError, others are for `useResourceRequest`. */
export const syncRequests = {
  /** To `resources.order-sync.batch.ts`, which calls the subscription API's POST /order/sync. */
  sendBatch: ({ id, next }: SyncRun): Promise<BatchAnswer> =>
    requestResource({
      method: 'POST',
      path: '/resources/order-sync/batch',
      body: { run: id, orderIds: next },
      answer: batchSchema,
    }),

  readRun: (id: string): Promise<SyncRun> =>
    requestResource({
      method: 'GET',
      path: `/resources/order-sync/run?id=${id}`,
      answer: runSchema,
    }),

  change: (id: string, change: SyncRunChange): Promise<SyncRun> =>
    requestResource({
      method: 'POST',
      path: '/resources/order-sync/run',
      body: { id, change },
      answer: runSchema,
    }),

  startWithUnfulfilled: (idempotencyKey: string): ResourceRequest<SyncRun> => ({
    method: 'POST',
    path: '/resources/order-sync/start',
    body: { orders: 'unfulfilled' },
    idempotencyKey,
    answer: runSchema,
  }),

  listOrders: (
    id: string,
    { show, page }: { show: 'all' | 'failed'; page: number },
  ): ResourceRequest<SyncedOrders> => ({
    method: 'GET',
    path: `/resources/order-sync/orders?id=${id}&show=${show}&page=${page}`,
    answer: ordersSchema,
  }),
};

/** Waits so many ms, or until the signal is aborted. */
export const waitOr: RunnerRequests['wait'] = (milliseconds, signal) =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });
