import { and, eq, gte, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { originalIdOf } from '#contract/global-id.ts';
import { ServiceError } from '../../service-error.ts';
import type { ShopContext } from '../../shop-context.ts';
import { subscriptionContractTable as contracts } from '../../store/schema.ts';
import { chargeChanged } from '../billing/charge-due.ts';
import { keepRefusal, refusalOf } from '../billing/refused-shop.ts';
import { type Refreshed, refreshContract } from './refresh.ts';
import { noticeContract } from './repairs.ts';
import { listPaidBy } from './rows.ts';
import { beginMirror } from './sweep.ts';

const originalId = z
  .union([z.string(), z.number().int()])
  .transform((id) => originalIdOf(String(id)));

const aboutContract = z.object({ contract: z.string(), revision: z.string().optional() });
export type ContractInWebhook = z.infer<typeof aboutContract>;
const aboutPaymentMethod = z.object({ method: z.string() });

/** The part of a webhook about a contract that we store. Also parses the stored form. */
export const contractInWebhook = z.union([
  aboutContract,
  z
    .object({
      admin_graphql_api_id: originalId,
      revision_id: z.coerce.string().regex(/^\d{1,18}$/),
    })
    .transform((body) => ({ contract: body.admin_graphql_api_id, revision: body.revision_id })),
]);

export const contractOfAttempt = z.union([
  aboutContract,
  z
    .object({ admin_graphql_api_subscription_contract_id: originalId })
    .transform((body) => ({ contract: body.admin_graphql_api_subscription_contract_id })),
]);

export const contractOfCycle = z.union([
  aboutContract,
  z
    .object({ subscription_contract_id: originalId })
    .transform((body) => ({ contract: body.subscription_contract_id })),
]);

/** The part of a webhook about a payment method that we store. Also parses the stored form. */
export const paymentMethodInWebhook = z.union([
  aboutPaymentMethod,
  z
    .object({ admin_graphql_api_id: originalId })
    .transform((body) => ({ method: body.admin_graphql_api_id })),
]);

async function readAnew(context: ShopContext, id: string, told: bigint): Promise<void> {
  const isBehind = ({ kept, truth, isOutdated }: Refreshed) =>
    isOutdated || (truth === null ? kept === null && told > 0n : truth.contract.revision < told);
  const refreshed = await refreshContract(context, id, async (at, read) => {
    if (isBehind(read)) return;
    await noticeContract(at, id, { revision: told, truth: read.truth });
    await chargeChanged(at, id);
  });
  context.jobs.wake();
  if (isBehind(refreshed)) {
    // The job is tried again.
    const message = `The platform does not show contract ${id} yet as it is by now.`;
    throw new ServiceError('unavailable', { message });
  }
}

/**
 * If the platform refuses, stores that, so that the shop's contracts are read as soon as it lets us. The shop's first webhook also has all of them
 * read.
 */
async function unlessRefused(context: ShopContext, work: () => Promise<string>): Promise<string> {
  const outcome = await work().catch(async (error: unknown) => {
    const refusal = refusalOf(error);
    if (refusal === null) throw error;
    await keepRefusal(context, refusal);
    return `The platform did not let us read it: ${refusal}.`;
  });
  // The key has the outcome, so that a refused webhook doesn't use up the hour's sweep for one that succeeds later.
  const hour = context.now().toISOString().slice(0, 13);
  await beginMirror(context, { key: `webhook ${hour}: ${outcome}` });
  return outcome;
}

/** Handles a webhook about a contract: reads it anew, unless we have that revision. */
export async function refreshAnnounced(
  context: ShopContext,
  { contract: id, revision }: ContractInWebhook,
): Promise<string> {
  const { database, shop } = context;
  const told = BigInt(revision ?? 0);
  return await unlessRefused(context, async () => {
    const isKnown = and(
      eq(contracts.shop, shop),
      eq(contracts.id, id),
      isNull(contracts.goneAt),
      gte(contracts.revision, told),
    );
    if (told > 0n && (await database.$count(contracts, isKnown)) > 0) {
      return 'This revision of the contract was known.';
    }
    await readAnew(context, id, told);
    return 'The contract was read anew.';
  });
}

/** Handles a webhook about a payment method: reads the contracts anew that it pays. */
export async function refreshPaidBy(
  context: ShopContext,
  { method }: z.infer<typeof aboutPaymentMethod>,
): Promise<string> {
  return await unlessRefused(context, async () => {
    const paid = await listPaidBy(context, method);
    for (const id of paid) await readAnew(context, id, 0n);
    return `${paid.length} contracts were read anew.`;
  });
}
