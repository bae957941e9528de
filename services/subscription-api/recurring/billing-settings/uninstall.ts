import { and, eq, isNull, lte, or } from 'drizzle-orm';
import type { ShopContext } from '../../shop-context.ts';
import { billingSettingsTable as settings } from '../../store/schema.ts';
import { uninstalledReason } from '../billing/store.ts';

/**
 * Stops the billing of a shop that has uninstalled the app, so that nothing is caught up unseen when it comes back. Does nothing if the merchant
 * has started billing since.
 */
export async function stopForUninstall(
  { database, shop, now }: ShopContext,
  uninstalledAt: Date,
): Promise<void> {
  await database
    .update(settings)
    .set({ stoppedAt: now(), stoppedBecause: uninstalledReason })
    .where(
      and(
        eq(settings.shop, shop),
        isNull(settings.stoppedAt),
        lte(settings.wentLiveAt, uninstalledAt),
        or(isNull(settings.startedAgainAt), lte(settings.startedAgainAt, uninstalledAt)),
      ),
    );
}
