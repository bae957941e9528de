import type { ProposedVendor } from '#contract/proposed-vendor.ts';
import { isAnyGroupMade, isAnyProductCovered } from '../../selling/selling-plan-group/coverage.ts';
import { noticeWidget } from '../../selling/theme/install.ts';
import { completeStep, findProposedVendor } from '../../shop/proposed-vendor.ts';
import type { ShopContext } from '../../shop-context.ts';

/**
 * Steps that a merchant can also take elsewhere, by the number of steps before them: a group on the app's other screens (even before signing up), a
 * product in the admin, the widget in the theme editor.
 */
const takenElsewhere = new Map([
  [1, isAnyGroupMade],
  [2, isAnyProductCovered],
  [3, noticeWidget],
]);

/** The shop's sign-up, including steps taken elsewhere. If the platform can't be asked, the stored steps stay. */
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
