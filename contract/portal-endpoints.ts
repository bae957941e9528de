import { z } from 'zod';
import { type EndpointTable, nothing, plain } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import {
  openedPortalSessionSchema,
  openPortalSessionSchema,
  portalSchema,
  portalSessionListSchema,
} from './portal.ts';

/** The endpoint that opens the portal. The magic link in the body is the only proof. */
export const portalSignInEndpoints = {
  openPortalSession: {
    ...plain,
    method: 'POST',
    path: '/portal/session',
    body: openPortalSessionSchema,
    answer: openedPortalSessionSchema,
    status: 201,
  },
} as const satisfies EndpointTable;

/**
 * Endpoints of the vendor portal. They take a portal token; session tokens are refused, and the other way round. Each path begins with
 * `/portal`.
 */
export const portalEndpoints = {
  getPortal: { ...plain, method: 'GET', path: '/portal', answer: portalSchema },
  listPortalSessions: {
    ...plain,
    method: 'GET',
    path: '/portal/session',
    answer: portalSessionListSchema,
  },
  /** Ends one of the shop's sessions, which may be the caller's own. */
  endPortalSession: {
    ...plain,
    method: 'DELETE',
    path: '/portal/session/:id',
    id: z.uuid('Session not found'),
    answer: nothing,
    status: 204,
  },
  /** Ends the caller's session. */
  signOut: {
    ...plain,
    method: 'POST',
    path: '/portal/sign-out',
    answer: nothing,
    status: 204,
  },
  /** Ends every session of the shop. */
  signOutEverywhere: {
    ...plain,
    method: 'POST',
    path: '/portal/sign-out-everywhere',
    answer: nothing,
    status: 204,
  },

  /** The same as in the admin. */
  listOrders: { ...endpoints.listOrders, path: '/portal/order' },
  listSubscribers: { ...endpoints.listSubscribers, path: '/portal/customer' },
  getSubscriber: { ...endpoints.getSubscriber, path: '/portal/customer/:id' },
  getAnalytics: { ...endpoints.getAnalytics, path: '/portal/analytics' },
} as const satisfies EndpointTable;
