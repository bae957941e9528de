import { and, eq } from 'drizzle-orm';
import { missingScopes } from '../platform/scopes.ts';
import type { ShopContext } from '../shop-context.ts';
import { sessionTable } from '../store/schema.ts';

/** Whether the stored token lacks one of these scopes. False if no token is stored. */
export async function lacksScopes(
  { database, shop }: Pick<ShopContext, 'database' | 'shop'>,
  wanted: readonly string[],
): Promise<boolean> {
  const [session] = await database
    .select({ scope: sessionTable.scope })
    .from(sessionTable)
    .where(and(eq(sessionTable.shop, shop), eq(sessionTable.isOnline, false)));
  const granted = session?.scope?.split(',') ?? null;
  return granted !== null && missingScopes(wanted, granted).length > 0;
}
