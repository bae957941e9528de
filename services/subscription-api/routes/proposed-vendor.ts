import { Hono } from 'hono';
import { endpoints } from '#contract/endpoints.ts';
import { createProposedVendorSchema, proposedVendorSchema } from '#contract/proposed-vendor.ts';
import type { SubscriptionApiDependencies } from '../dependencies.ts';
import { once } from '../store/idempotency-store.ts';
import { findProposedVendor, saveProposedVendor } from '../store/proposed-vendor-store.ts';
import { readBody, readIdempotencyKey } from './request-input.ts';
import { contextOf, type RequestVariables } from './request-variables.ts';

/** GET and POST /proposed-vendor. */
export function proposedVendorRoutes(
  dependencies: SubscriptionApiDependencies,
): Hono<RequestVariables> {
  const { database } = dependencies;
  return new Hono<RequestVariables>()
    .get(endpoints.proposedVendor, async (context) =>
      context.json(await findProposedVendor(database, context.get('caller').shop)),
    )
    .post(endpoints.proposedVendor, async (context) => {
      const { shop } = context.get('caller');
      const body = await readBody(context, createProposedVendorSchema);
      const key = readIdempotencyKey(context);
      const create = () => saveProposedVendor(database, shop, body);
      const proposedVendor =
        key === undefined
          ? await create()
          : await once(contextOf(context, dependencies), {
              operation: 'create proposed vendor',
              key,
              body,
              parseAnswer: (stored) => proposedVendorSchema.parse(stored),
              create,
            });
      return context.json(proposedVendor, 201);
    });
}
