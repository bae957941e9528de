import type { SubscriptionApiHandlers } from '../../handlers.ts';
import { forVendors } from '../../shop/active-vendor.ts';
import { prepareImport } from '../importing/prepare.ts';
import { getBulkChange, listBulkChanges, listBulkOptions, listBulkRows } from './bulk-change.ts';
import { decideBulkChange } from './carry-out.ts';
import { prepareBulkChange } from './prepare.ts';

export const bulkChangeHandlers = {
  getBulkOptions: forVendors((context) => listBulkOptions(context)),
  listBulkChanges: forVendors((context, { query }) => listBulkChanges(context, query)),
  prepareBulkChange: forVendors((context, { body }) => prepareBulkChange(context, body)),
  importSubscribers: forVendors(async (context, { body }) =>
    getBulkChange(context, await prepareImport(context, body.file)),
  ),
  getBulkChange: forVendors((context, { id }) => getBulkChange(context, id)),
  decideBulkChange: forVendors(async (context, { id, body }) => {
    await decideBulkChange(context, id, body.decision);
    return await getBulkChange(context, id);
  }),
  listBulkRows: forVendors((context, { id, query }) => listBulkRows(context, id, query)),
} satisfies Partial<SubscriptionApiHandlers>;
