import type { Handlers } from '#contract/endpoint.ts';
import type { portalEndpoints, portalSignInEndpoints } from '#contract/portal-endpoints.ts';
import type { SubscriptionApiDependencies } from '../../dependencies.ts';
import { notFound } from '../../service-error.ts';
import { shownTimeZoneOf } from '../../shop/store-time-zone.ts';
import type { ShopContext } from '../../shop-context.ts';
import { takeMagicLink } from '../magic-link/store.ts';
import type { OpenSession } from './sessions.ts';
import { endSession, endSessionOf, endSessions, listSessions, openSession } from './sessions.ts';

/** The context of the portal's endpoints: the session's shop, without a merchant's session token. */
type PortalContext = ShopContext &
  Pick<SubscriptionApiDependencies, 'pageUrlFor'> & { readonly session: OpenSession };

export type PortalHandlers = Handlers<typeof portalEndpoints, PortalContext>;

export const portalSignInHandlers: Handlers<
  typeof portalSignInEndpoints,
  SubscriptionApiDependencies
> = {
  openPortalSession: async ({ database, machineNow }, { body }) =>
    // In one transaction, so that the link isn't used up if the session can't be opened.
    await database.transaction(async (transaction) => {
      const link = await takeMagicLink(transaction, body.token, machineNow());
      if (link === undefined) throw notFound('This link was already used or has expired.');
      if (body.endedToken !== undefined) await endSessionOf(transaction, body.endedToken);
      const opened = await openSession(
        transaction,
        { ...link, userAgent: body.userAgent },
        machineNow(),
      );
      return {
        sessionToken: opened.token,
        path: link.path,
        expiresAt: opened.expiresAt.toISOString(),
      };
    }),
};

export const portalSessionHandlers = {
  getPortal: async ({ shop, session, pageUrlFor }) => ({
    shop,
    shopName: session.shopName,
    subscribersUrl: pageUrlFor(shop, '/customers'),
  }),
  listPortalSessions: async (context) => {
    const { database, shop, session, machineNow } = context;
    const [sessions, timeZone] = await Promise.all([
      listSessions(database, shop, machineNow()),
      shownTimeZoneOf(context),
    ]);
    return {
      sessions: sessions.map((open) => ({
        id: open.id,
        userAgent: open.userAgent,
        createdAt: open.createdAt.toISOString(),
        expiresAt: open.expiresAt.toISOString(),
        isCurrent: open.id === session.id,
      })),
      timeZone,
    };
  },
  endPortalSession: async ({ database, shop }, { id }) => {
    if (!(await endSession(database, shop, id))) throw notFound('Session not found');
    return undefined;
  },
  signOut: async ({ database, shop, session }) => {
    await endSession(database, shop, session.id);
    return undefined;
  },
  signOutEverywhere: async ({ database, shop }) => {
    await endSessions(database, shop);
    return undefined;
  },
} satisfies Partial<PortalHandlers>;
