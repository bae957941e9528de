import { notFoundTexts } from '#contract/endpoint.ts';
import { notFound } from '../../service-error.ts';
import type { ShopContext } from '../../shop-context.ts';
import { chargeChanged } from '../billing/charge-due.ts';
import { type Refreshed, refreshContract } from '../mirror/refresh.ts';
import type { KeptContract } from './coming-orders.ts';
import { findKeptContract } from './contract.ts';

/** Reads a contract anew, because what is kept may be a week old, or its webhook still be on its way. */
export async function refreshBeforeChange(context: ShopContext, id: string): Promise<Refreshed> {
  return await refreshContract(context, id, async (at, { wasRight }) => {
    // The webhook about it finds nothing new anymore.
    if (!wasRight) await chargeChanged(at, id);
  });
}

/**
 * A contract as the platform has it now.
 * @throws ServiceError `not found`; PlatformError
 */
export async function refreshKept(context: ShopContext, id: string): Promise<KeptContract> {
  if ((await findKeptContract(context, id)) === null) {
    throw notFound(notFoundTexts.SubscriptionContract);
  }
  await refreshBeforeChange(context, id);
  const kept = await findKeptContract(context, id);
  if (kept === null) throw notFound(notFoundTexts.SubscriptionContract);
  return kept;
}
