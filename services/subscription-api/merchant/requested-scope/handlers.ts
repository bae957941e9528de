import { z } from 'zod';
import { accessScopes } from '#process/access-scopes.ts';
import type { SubscriptionApiHandlers } from '../../handlers.ts';
import { operation } from '../../platform/admin-graphql.ts';
import { missingScopes } from '../../platform/scopes.ts';

/** The scopes that the store has granted so far. The query itself needs none. */
const readGrantedScopes = operation<Record<string, never>>()(
  'query GrantedScopes { currentAppInstallation { accessScopes { handle } } }',
  z.object({
    currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
  }),
);

export const requestedScopeHandlers = {
  getRequestedScope: async ({ graphql, grantUrlFor }) => {
    const { currentAppInstallation } = await graphql(readGrantedScopes, {});
    const granted = currentAppInstallation.accessScopes.map(({ handle }) => handle);
    return { scope: missingScopes(accessScopes, granted).join(','), url: grantUrlFor([]) };
  },
} satisfies Partial<SubscriptionApiHandlers>;
