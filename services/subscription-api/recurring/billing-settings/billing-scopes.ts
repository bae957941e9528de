import { and, eq } from 'drizzle-orm';
import { missingScopes } from '../../platform/scopes.ts';
import type { ShopContext } from '../../shop-context.ts';
import { sessionTable } from '../../store/schema.ts';
import {
  createAttempt,
  getCycleToCharge,
  listAttempts,
  setLinePrice,
  skipCycle,
} from '../billing/documents.ts';
import { getContract, listContracts } from '../mirror/documents.ts';

/** The scopes for reading subscriptions and charging them. */
export const billingScopes = [
  ...new Set(
    [
      getContract,
      listContracts,
      getCycleToCharge,
      listAttempts,
      createAttempt,
      setLinePrice,
      skipCycle,
    ].flatMap(({ scopes }) => scopes),
  ),
];

/** Whether the stored token lacks a scope that billing needs. False if no token is stored. */
export async function lacksScopes({ database, shop }: ShopContext): Promise<boolean> {
  const [session] = await database
    .select({ scope: sessionTable.scope })
    .from(sessionTable)
    .where(and(eq(sessionTable.shop, shop), eq(sessionTable.isOnline, false)));
  const granted = session?.scope?.split(',') ?? null;
  return granted !== null && missingScopes(billingScopes, granted).length > 0;
}
