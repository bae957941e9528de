import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { ShopContext } from '../../shop-context.ts';
import type { Database } from '../../store/database.ts';
import { type Place, prepared } from '../../store/prepared.ts';
import {
  contractNoticeTable as notices,
  mirrorRepairTable as repairs,
  webhookTable as webhooks,
} from '../../store/schema.ts';
import type { MirroredContract } from './mapping.ts';

/**
 * Why a sweep found a contract wrong: no webhook about the change came; one isn't handled yet, or may be on its way; or one was handled and the
 * mirror is wrong all the same, which is our bug.
 */
type RepairCause = 'webhook missed' | 'webhook waiting' | 'webhook without effect';

/** `order overlooked`: the platform lists an unbilled order that nobody here has looked at (recurring/comparing/). That is our bug, too. */
type CountedCause = RepairCause | 'order overlooked';

/** How long after a change its webhook may be on its way. */
const onItsWayMilliseconds = 5 * 60_000;

const keepNotice = prepared(
  (
    database,
    place: Place<{
      shop: string;
      contractId: string;
      revision: bigint;
      noticedAt: string;
      told: string;
    }>,
  ) =>
    database
      .insert(notices)
      .values({
        ...{ shop: place('shop'), contractId: place('contractId'), revision: place('revision') },
        noticedAt: sql`${place('noticedAt')}`,
        told: sql`${place('told')}`,
      })
      .onConflictDoUpdate({
        target: [notices.shop, notices.contractId],
        set: {
          noticedAt: sql`greatest(${notices.noticedAt}, excluded.noticed_at)`,
          revision: sql`greatest(${notices.revision}, excluded.revision)`,
          told: sql`excluded.told`,
        },
      })
      .prepare(''),
);

/** Hashes of the parts of a contract that may change without a new revision. */
function partsOf({ cycles, method }: MirroredContract): Record<string, string> {
  const parts = [
    ...cycles.map(({ amount: _, currencyCode: __, holds: ___, ...cycle }) => cycle),
    ...(method === null ? [] : [method]),
  ];
  return Object.fromEntries(
    parts.map((part) => [
      'cycleIndex' in part ? part.cycleIndex : 'method',
      createHash('md5').update(JSON.stringify(part)).digest('base64'),
    ]),
  );
}

/** Stores that a webhook about a contract was handled, and what was read for it. `revision` is the one that it named, 0 if none. */
export async function noticeContract(
  { database, shop, now }: ShopContext,
  contractId: string,
  { revision, truth }: { revision: bigint; truth: MirroredContract | null },
): Promise<void> {
  const noticedAt = (truth?.contract.askedAt ?? now()).toISOString();
  const told = JSON.stringify(truth === null ? {} : partsOf(truth));
  await keepNotice(database, { shop, contractId, revision, noticedAt, told });
}

const toldSchema = z.record(z.string(), z.string());

/** Whether what we have was read for a webhook and kept otherwise. Without that, nobody knows what a webhook told since another reading. */
function isKeptOtherwise(
  { noticedAt, told }: typeof notices.$inferSelect,
  kept: MirroredContract,
  truth: MirroredContract,
): boolean {
  if (noticedAt.getTime() !== kept.contract.askedAt.getTime()) return false;
  const read = toldSchema.parse(told);
  const are = partsOf(truth);
  return Object.entries(partsOf(kept)).some(
    ([part, was]) => was !== are[part] && read[part] !== undefined && read[part] === are[part],
  );
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

/** Why the mirror was wrong; `truth` is null for a contract that is gone. */
export async function causeOf(
  context: ShopContext,
  contractId: string,
  { kept, truth }: { kept: MirroredContract | null; truth: MirroredContract | null },
): Promise<RepairCause> {
  const { database, shop } = context;
  // The platform sends no webhook about a contract that is gone.
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
  // If the contract itself is wrong, the revision says whether a webhook told of it. Then we wrote something else, or only a part.
  const isWrongItself =
    isNewRevision || !isDeepStrictEqual(countedByRevision(kept), countedByRevision(truth));
  const wasTold = isWrongItself && notice.revision >= truth.contract.revision;
  const isBug =
    hasWrittenNothing || wasTold || (kept !== null && isKeptOtherwise(notice, kept, truth));
  return isBug ? 'webhook without effect' : 'webhook missed';
}

/** The parts of a contract that never change without a new revision. */
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

const keptDays = 90;

/** Deletes counts that are of no use to the operator any more. */
export async function forgetOldRepairs(database: Database, now: Date): Promise<void> {
  const from = new Date(now.getTime() - keptDays * 86_400_000);
  await database.delete(repairs).where(lt(repairs.day, from.toISOString().slice(0, 10)));
}

/** Counts a repaired contract for the operator, and logs it, as an error if it was our bug. */
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
