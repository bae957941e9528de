import type { ServiceError } from '../../service-error.ts';
import type { ShopContext } from '../../shop-context.ts';
import { type Lease, takeLease } from '../../store/lease.ts';
import { chargeLeaseName } from './charge-cycle.ts';

/** Longer than the platform's answers may take. */
const usualMilliseconds = 180_000;

/**
 * Carries out something while nobody charges the contract or changes it.
 * @param milliseconds how long at most; it must keep the lease for more
 * @throws what `busy` answers, if somebody does
 */
export async function whileUncharged<Answer>(
  { database, shop }: Pick<ShopContext, 'database' | 'shop'>,
  contract: string,
  { busy, milliseconds = usualMilliseconds }: { busy: () => ServiceError; milliseconds?: number },
  work: (lease: Lease) => Promise<Answer>,
): Promise<Answer> {
  const name = { shop, name: chargeLeaseName(contract) };
  const lease = await takeLease(database, name, () => milliseconds);
  if (lease === null) throw busy();
  try {
    return await work(lease);
  } finally {
    await lease.end();
  }
}
