import { leaseMilliseconds } from '../../deadline.ts';
import type { ServiceError } from '../../service-error.ts';
import type { ShopContext } from '../../shop-context.ts';
import { type Lease, takeLease } from '../../store/lease.ts';
import { chargeLeaseName } from './charge-cycle.ts';

/** For callers without a deadline. Longer than the platform's answers may take. */
const longest = 180_000;

/**
 * Carries out something while nobody charges the contract or changes it.
 * @throws what `busy` answers, if somebody does
 */
export async function whileUncharged<Answer>(
  { database, shop, deadline }: Pick<ShopContext, 'database' | 'shop' | 'deadline'>,
  contract: string,
  { busy }: { busy: () => ServiceError },
  work: (lease: Lease) => Promise<Answer>,
): Promise<Answer> {
  const name = { shop, name: chargeLeaseName(contract) };
  const lease = await takeLease(database, name, () => leaseMilliseconds(deadline, longest));
  if (lease === null) throw busy();
  try {
    return await work(lease);
  } finally {
    await lease.end();
  }
}
