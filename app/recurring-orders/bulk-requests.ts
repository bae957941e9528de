import type { BulkChange, BulkDecision, PrepareBulkChange } from '#contract/bulk-change.ts';
import type { ResourceRequest } from '../requests/request-resource.ts';

const answer = async () => (await import('#contract/bulk-change.ts')).bulkChangeSchema;

/** Requests of the screens for changes of many subscriptions. */
export const bulkRequests = {
  prepare: (body: PrepareBulkChange): ResourceRequest<BulkChange> => ({
    ...{ method: 'POST', path: '/resources/customers/prepare', body, answer },
  }),
  importFile: (file: File): ResourceRequest<BulkChange> => {
    const body = new FormData();
    body.append('file', file);
    return { method: 'POST', path: '/resources/customers/import/file', body, answer };
  },
  decide: (id: string, decision: BulkDecision): ResourceRequest<BulkChange> => ({
    ...{ method: 'POST', path: `/resources/customers/changes/${id}/decision` },
    ...{ body: { decision }, answer },
  }),
};
