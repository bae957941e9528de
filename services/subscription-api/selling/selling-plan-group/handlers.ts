import type { SubscriptionApiHandlers } from '../../handlers.ts';
import { readCoverage } from './coverage.ts';
import { createSellingPlanGroup } from './create.ts';
import { getSellingPlanGroup } from './detail.ts';
import { listSellingPlanGroups } from './list.ts';
import { deleteSellingPlanGroup, updateSellingPlanGroup } from './update.ts';
import { addSellingPlanGroupVariants, removeSellingPlanGroupVariants } from './variants.ts';

export const sellingPlanGroupHandlers = {
  listSellingPlanGroups: (context, { query }) => listSellingPlanGroups(context, query),
  createSellingPlanGroup: (context, { body, idempotencyKey }) =>
    createSellingPlanGroup(context, body, idempotencyKey),
  getSellingPlanGroup: (context, { id, query }) => getSellingPlanGroup(context, id, query),
  updateSellingPlanGroup: (context, { id, body }) => updateSellingPlanGroup(context, id, body),
  deleteSellingPlanGroup: async (context, { id }) => {
    await deleteSellingPlanGroup(context, id);
    return undefined;
  },
  getCoverage: (context) => readCoverage(context),
  addVariants: (context, { body }) =>
    addSellingPlanGroupVariants(context, body.sellingPlanGroupId, body.variants),
  removeVariants: (context, { id, body }) =>
    removeSellingPlanGroupVariants(context, id, body.variants),
} satisfies Partial<SubscriptionApiHandlers>;
