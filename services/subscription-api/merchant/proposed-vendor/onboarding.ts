import type { ProposedVendor } from '#contract/proposed-vendor.ts';
import { isAnyGroupMade, isAnyProductCovered } from '../../selling/selling-plan-group/coverage.ts';
import { noticeWidget } from '../../selling/theme/install.ts';
import { completeStep, findProposedVendor } from '../../shop/proposed-vendor.ts';
import type { ShopContext } from '../../shop-context.ts';

/**
 * Steps that a merchant may also take elsewhere, by how many come before: a group among the app's other screens, also before
 * the sign-up, a product in the admin, the widget in the theme editor.
 */
const takenElsewhere = new Map([
  [1, isAnyGroupMade],
  [2, isAnyProductCovered],
  [3, noticeWidget],
]);

/**
 * The shop's sign-up, with the steps counted in that were taken elsewhere. Where the platform can't be asked, the steps stay as
 * they were kept.
 */
export async function currentProposedVendor(context: ShopContext): Promise<ProposedVendor> {
  const { database, shop, logger } = context;
  for (;;) {
    const kept = await findProposedVendor(database, shop);
    const isTaken = takenElsewhere.get(kept.stepsCompleted);
    try {
      if (isTaken === undefined || !(await isTaken(context))) return kept;
    } catch (error) {
      logger.warn({ error }, 'could not look for a step of onboarding that was taken elsewhere');
      return kept;
    }
    await completeStep(database, shop, kept.stepsCompleted + 1);
  }
}
