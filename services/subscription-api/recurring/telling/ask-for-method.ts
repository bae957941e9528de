import { and, eq, isNull } from 'drizzle-orm';
import { globalIdOf } from '#contract/global-id.ts';
import { OutcomeUnknownError, PlatformError } from '../../platform/platform-error.ts';
import type { ShopContext } from '../../shop-context.ts';
import { subscriptionContractTable as contracts } from '../../store/schema.ts';
import { sendMethodUpdate } from '../billing/documents.ts';
import { type ContractName, findBilling, findCycle } from '../billing/store.ts';
import { recordInTimeline } from '../timeline/timeline.ts';

/**
 * Has the platform mail the customer for another payment method, if their cycle still waits for one. The mail links to a page of the platform.
 * Without `write_customers` nothing is sent; Settings → Updates asks the merchant for that scope.
 * @throws PlatformError if the platform fails, or the store refuses everybody; call it again later
 */
export async function askForMethod(
  context: ShopContext,
  name: ContractName & { cycle: number },
): Promise<void> {
  const { database, graphql, logger } = context;
  const settings = await findBilling(database, name.shop);
  if (settings === null || !settings.rules.asksForMethod) return;
  if ((await findCycle(database, name))?.reason !== 'waits for method') return;
  const [contract] = await database
    .select({ method: contracts.paymentMethodId })
    .from(contracts)
    .where(
      and(
        eq(contracts.shop, name.shop),
        eq(contracts.id, name.contract),
        eq(contracts.status, 'ACTIVE'),
        isNull(contracts.goneAt),
      ),
    );
  if (contract === undefined || contract.method === null) return;
  const tell = () =>
    recordInTimeline(context, {
      ...{ contract: name.contract, kind: 'asked for method', by: { who: 'cadence' } },
    });
  try {
    const id = globalIdOf('CustomerPaymentMethod', contract.method);
    const { userErrors } = (await graphql(sendMethodUpdate, { id })).change;
    if (userErrors.length > 0)
      logger.warn(
        { ...name, fields: userErrors.map(({ field }) => field) },
        'a customer was not asked',
      );
    else await tell();
  } catch (error) {
    // After a lost answer the mail may be on its way, and nobody should get it twice.
    const isKnown =
      error instanceof OutcomeUnknownError ||
      (error instanceof PlatformError && ['not granted', 'forbidden'].includes(error.kind));
    if (!isKnown) throw error;
    logger.warn({ error, ...name }, 'a customer may not have been asked');
    if (error instanceof OutcomeUnknownError) await tell();
  }
}
