import type { ShopContext } from '../../shop-context.ts';
import { attemptOfKey } from './attempt-input.ts';
import { type CycleToCharge, chargeCycle } from './charge-cycle.ts';
import { listContractAttempts } from './store.ts';

/**
 * Looks at the cycle of a contract's newest attempt where that is one of ours and we have no row of it, as after a backup was restored: where
 * nothing more falls due of it, nobody else does. That look keeps all attempts at the contract again, unless another process is at it: then the week's sweep does.
 * @throws PlatformError where the platform fails or lets nobody in; call it again later
 */
export async function lookAtUnknown(
  context: ShopContext,
  contract: Omit<CycleToCharge, 'cycle'>,
  newestKey: string,
): Promise<void> {
  const name = { shop: context.shop, contract: contract.contract };
  const newest = attemptOfKey(newestKey, name);
  if (newest === null) return;
  const { cycle, number } = newest;
  const rows = await listContractAttempts(context.database, name);
  if (rows.some((row) => row.cycleIndex === cycle && row.number === number)) return;
  await chargeCycle(context, { ...contract, cycle });
}
