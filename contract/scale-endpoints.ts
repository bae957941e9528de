import { type EndpointTable, pathId, plain } from './endpoint.ts';
import {
  orderedSchema,
  putOffAnswerSchema,
  putOffQuerySchema,
  putOffSchema,
  puttableOffSchema,
} from './scale.ts';

/** Endpoints for scales. They take the token that the merchant made for the scale, in place of a session token. */
export const scaleEndpoints = {
  orderNow: {
    ...plain,
    method: 'POST',
    path: '/subscription/contract/:id/order-now',
    id: pathId('SubscriptionContract'),
    answer: orderedSchema,
  },
} as const satisfies EndpointTable;

/** Endpoints for customers with the link of an email, which is their only proof. */
export const putOffEndpoints = {
  getPutOff: {
    ...plain,
    method: 'GET',
    path: '/put-off',
    query: putOffQuerySchema,
    answer: puttableOffSchema,
  },
  putOff: {
    ...plain,
    method: 'POST',
    path: '/put-off',
    body: putOffSchema,
    answer: putOffAnswerSchema,
  },
} as const satisfies EndpointTable;
