import { z } from 'zod';
import { type EndpointTable, nothing, plain } from './endpoint.ts';

/** The path at which customers unsubscribe, both of the app and below the API's prefix. */
export const unsubscribePath = '/unsubscribe';

/** Body of POST /unsubscribe: the sealed customer of a mail’s link, and whether they want no more emails but the duties. */
export const unsubscribeSchema = z.object({
  token: z.string().min(1).max(1000),
  isUnsubscribed: z.boolean(),
});

/** Endpoints for customers with the link to unsubscribe, which is their only proof. A link that isn't ours is a 404. */
export const unsubscribeEndpoints = {
  unsubscribe: {
    ...plain,
    method: 'POST',
    path: unsubscribePath,
    body: unsubscribeSchema,
    answer: nothing,
    status: 204,
  },
} as const satisfies EndpointTable;
