import type { ShopContext } from '../../shop-context.ts';
import { attemptOfKey } from './attempt-input.ts';
import { type CycleToCharge, chargeCycle } from './charge-cycle.ts';
import { hasAttempt } from './store.ts';

/**
 * Looks at the cycle of a contract's newest attempt, if that is ours and has no row here, as after a backup was restored. If nothing more falls due
 * of the contract, nothing else would look at it. This stores all attempts at the contract again; if another process has it, the weekly sweep does
 * so.
 * @throws PlatformError if the platform fails or refuses access; call it again later
 */
export async function lookAtUnknown(
  context: ShopContext,
  contract: Omit<CycleToCharge, 'cycle'>,
  newestKey: string,
): Promise<void> {
  const name = { shop: context.shop, contract: contract.contract };
  const newest = attemptOfKey(newestKey, name);
  if (newest === null || (await hasAttempt(context.database, { ...name, ...newest }))) return;
  await chargeCycle(context, { ...contract, cycle: newest.cycle });
}
