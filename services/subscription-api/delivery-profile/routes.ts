import { Hono } from 'hono';
import {
  createDeliveryProfileSchema,
  deliveryProfileListQuerySchema,
  updateDeliveryProfileSchema,
} from '#contract/delivery-profile.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { SubscriptionApiDependencies } from '../dependencies.ts';
import { readBody, readId, readIdempotencyKey, readQuery } from '../http/request-input.ts';
import { contextOf, type RequestVariables } from '../http/request-variables.ts';
import { createDeliveryProfile } from './create.ts';
import { getDeliveryProfile, profileNotFound } from './detail.ts';
import { listDeliveryProfiles } from './list.ts';
import { updateDeliveryProfile } from './update.ts';

/** Every endpoint of /delivery-profile. */
export function deliveryProfileRoutes(
  dependencies: SubscriptionApiDependencies,
): Hono<RequestVariables> {
  return new Hono<RequestVariables>()
    .get(endpoints.deliveryProfiles, async (context) => {
      const query = readQuery(context, deliveryProfileListQuerySchema);
      return context.json(await listDeliveryProfiles(contextOf(context, dependencies), query));
    })
    .post(endpoints.deliveryProfiles, async (context) => {
      const body = await readBody(context, createDeliveryProfileSchema);
      const key = readIdempotencyKey(context);
      const profile = await createDeliveryProfile(contextOf(context, dependencies), body, key);
      return context.json(profile, 201);
    })
    .patch(endpoints.deliveryProfiles, async (context) => {
      const body = await readBody(context, updateDeliveryProfileSchema);
      return context.json(await updateDeliveryProfile(contextOf(context, dependencies), body));
    })
    .get(`${endpoints.deliveryProfiles}/:id`, async (context) => {
      const id = readId(context, 'DeliveryProfile', profileNotFound);
      return context.json(await getDeliveryProfile(contextOf(context, dependencies), id));
    });
}
