import { isDeepStrictEqual } from 'node:util';
import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { ShopContext } from '../../shop-context.ts';
import {
  contractNoticeTable as notices,
  mirrorRepairTable as repairs,
  webhookTable as webhooks,
} from '../../store/schema.ts';
import type { MirroredContract } from './mapping.ts';

/**
 * Why a sweep found a contract wrong: no webhook of the change came; one came and is not carried out yet, or may be on its way; one was
 * carried out and the mirror is wrong all the same, whatever it wrote, which is a bug of ours.
 */
export type RepairCause = 'webhook missed' | 'webhook waiting' | 'webhook without effect';

/** The platform lists an order as unbilled that nobody here has looked at (recurring/comparing/): a bug of ours likewise. */
export type CountedCause = RepairCause | 'order overlooked';

/** For so long after a change its webhook may be on its way. */
const onItsWayMilliseconds = 5 * 60_000;

/** Keeps that a webhook about a contract was carried out, begun at `noticedAt`; `revision` is the one that it told of, 0 where it said none. */
export async function noticeContract(
  { database, shop }: ShopContext,
  contractId: string,
  { revision, noticedAt }: { revision: bigint; noticedAt: Date },
): Promise<void> {
  await database
    .insert(notices)
    .values({ shop, contractId, revision, noticedAt })
    .onConflictDoUpdate({
      target: [notices.shop, notices.contractId],
      set: {
        noticedAt: sql`greatest(${notices.noticedAt}, excluded.noticed_at)`,
        revision: sql`greatest(${notices.revision}, excluded.revision)`,
      },
    });
}

async function isWebhookOpen(
  { database, shop }: ShopContext,
  contractId: string,
  methodId: string | null,
): Promise<boolean> {
  const about = (key: string, id: string) => eq(sql`${webhooks.about}->>${key}`, id);
  const isAbout =
    methodId === null
      ? about('contract', contractId)
      : or(about('contract', contractId), about('method', methodId));
  const isOpen = and(eq(webhooks.shop, shop), isNull(webhooks.outcome), isAbout);
  return (await database.$count(webhooks, isOpen)) > 0;
}

/** Why what was kept is not the truth; `truth` is null for a contract that is gone. */
export async function causeOf(
  context: ShopContext,
  contractId: string,
  { kept, truth }: { kept: MirroredContract | null; truth: MirroredContract | null },
): Promise<RepairCause> {
  const { database, shop } = context;
  // The platform has no webhook of a contract that is gone.
  if (truth === null) return 'webhook missed';
  const isNewRevision = kept === null || kept.contract.revision < truth.contract.revision;
  const { askedAt, updatedAt, paymentMethodId } = truth.contract;
  if (isNewRevision && askedAt.getTime() - updatedAt.getTime() < onItsWayMilliseconds) {
    return 'webhook waiting';
  }
  if (await isWebhookOpen(context, contractId, paymentMethodId)) return 'webhook waiting';
  const [notice] = await database
    .select()
    .from(notices)
    .where(and(eq(notices.shop, shop), eq(notices.contractId, contractId)));
  if (notice === undefined) return 'webhook missed';
  const hasWrittenNothing = !isNewRevision && notice.noticedAt > kept.contract.askedAt;
  // Of what is wrong in the contract itself the revision says whether it was told: then something else was written, or only a part.
  const isWrongItself =
    isNewRevision || !isDeepStrictEqual(countedByRevision(kept), countedByRevision(truth));
  const wasTold = isWrongItself && notice.revision >= truth.contract.revision;
  return hasWrittenNothing || wasTold ? 'webhook without effect' : 'webhook missed';
}

/** What of a contract never changes without a new revision. */
function countedByRevision({ contract, lines }: MirroredContract) {
  const { status, currencyCode, deliveryPrice, minCycles, maxCycles } = contract;
  const { billingInterval, billingIntervalCount, deliveryInterval, deliveryIntervalCount } =
    contract;
  return {
    policies: [billingInterval, billingIntervalCount, deliveryInterval, deliveryIntervalCount],
    terms: [status, currencyCode, deliveryPrice, minCycles, maxCycles],
    lines: lines.map(({ id, quantity, price }) => ({ id, quantity, price })),
  };
}

/** Counts a contract that was healed, for the operator, and says so in the log: loudly where it is a bug. */
export async function countRepair(
  { database, shop, now, logger }: ShopContext,
  contractId: string,
  cause: CountedCause,
): Promise<void> {
  const day = now().toISOString().slice(0, 10);
  await database
    .insert(repairs)
    .values({ shop, day, cause, contracts: 1 })
    .onConflictDoUpdate({
      target: [repairs.shop, repairs.day, repairs.cause],
      set: { contracts: sql`${repairs.contracts} + 1` },
    });
  const isBug = cause === 'webhook without effect' || cause === 'order overlooked';
  const level = isBug ? 'error' : 'info';
  logger[level]({ shop, contract: contractId, cause }, 'a contract in the mirror was wrong');
}
