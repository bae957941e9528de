import { Hono } from 'hono';
import { endpoints } from '#contract/endpoints.ts';
import { createProposedVendorSchema, proposedVendorSchema } from '#contract/proposed-vendor.ts';
import type { SubscriptionApiDependencies } from '../dependencies.ts';
import { readBody, readIdempotencyKey } from '../http/request-input.ts';
import { contextOf, type RequestVariables } from '../http/request-variables.ts';
import { createOnce } from '../idempotency/create-once.ts';
import { findProposedVendor, saveProposedVendor } from './store.ts';

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
          : await createOnce(contextOf(context, dependencies), {
              operation: 'create proposed vendor',
              key,
              body,
              parseAnswer: (stored) => proposedVendorSchema.parse(stored),
              create,
            });
      return context.json(proposedVendor, 201);
    });
}
