import type { ProposedVendor } from '#contract/proposed-vendor.ts';
import { isAnyProductCovered } from '../selling-plan-group/any-covered.ts';
import type { ShopContext } from '../shop-context.ts';
import { completeStep, findProposedVendor } from './store.ts';

/**
 * The shop's sign-up with the steps that were taken elsewhere counted in: a product that was put into a group in the admin is
 * "Attach plan to products" too. Where the platform can't be asked, the steps stay as they were kept.
 */
export async function currentProposedVendor(context: ShopContext): Promise<ProposedVendor> {
  const { database, shop, logger } = context;
  const kept = await findProposedVendor(database, shop);
  if (kept.stepsCompleted !== 2) return kept;
  try {
    if (!(await isAnyProductCovered(context))) return kept;
    await completeStep(database, shop, 3);
    return await findProposedVendor(database, shop);
  } catch (error) {
    logger.warn({ error }, 'could not look for steps of onboarding that were taken elsewhere');
    return kept;
  }
}
