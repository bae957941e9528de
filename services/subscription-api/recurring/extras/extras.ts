import { and, asc, eq, inArray, isNull, type Placeholder } from 'drizzle-orm';
import { formatProduct } from '#contract/format.ts';
import type { ShopContext } from '../../shop-context.ts';
import type { Database } from '../../store/database.ts';
import { type Place, prepared } from '../../store/prepared.ts';
import { orderExtraTable as extras } from '../../store/schema.ts';
import { recordInTimeline } from '../timeline/timeline.ts';

/** A product that was added to the next order of a contract alone. */
export type ExtraRow = typeof extras.$inferSelect;

/** Why an order goes out without one. */
export type LeftOut = NonNullable<ExtraRow['leftOut']>;

/** What becomes of a contract's extras with an attempt: the ids of those that it holds, and why it doesn't hold others. */
export type WithAttempt = { out: readonly string[]; left: ReadonlyMap<string, LeftOut> };

type OfContract = { shop: string; contract: string };
type AttemptName = OfContract & { cycle: number; number: number };

const waitingOf = ({ shop, contract }: OfContract | Record<keyof OfContract, Placeholder>) =>
  and(eq(extras.shop, shop), eq(extras.contractId, contract), isNull(extras.endedAt));

/** Such as `2 × House blend, 250 g`. */
export const extraInWords = ({
  quantity,
  ...product
}: Pick<ExtraRow, 'quantity' | 'title' | 'variantTitle'>): string =>
  `${quantity} × ${formatProduct(product)}`.slice(0, 255);

/** What waits for a contract's next order, the earliest first. */
export const listWaitingExtras: (database: Database, contract: OfContract) => Promise<ExtraRow[]> =
  prepared((database, place: Place<OfContract>) =>
    database
      .select()
      .from(extras)
      .where(waitingOf({ shop: place('shop'), contract: place('contract') }))
      .orderBy(asc(extras.addedAt), asc(extras.id))
      .prepare(''),
  );

/** Notes what an attempt holds, before the platform is asked for it. Call it in the transaction that stores the attempt. */
export async function keepWithAttempt(
  database: Database,
  { cycle, number, ...contract }: AttemptName,
  { out, left }: WithAttempt,
): Promise<void> {
  const some = (ids: readonly string[]) => and(waitingOf(contract), inArray(extras.id, [...ids]));
  const of = { cycleIndex: cycle, attempt: number };
  if (out.length > 0) {
    await database
      .update(extras)
      .set({ ...of, leftOut: null })
      .where(some(out));
  }
  for (const [id, leftOut] of left) {
    await database
      .update(extras)
      .set({ ...of, leftOut })
      .where(some([id]));
  }
}

/**
 * Ends what was noted with an attempt that is paid, and tells it in the timeline. Call it in the transaction that stores the payment.
 * @param order its day, when it was paid, and its name if that is known
 */
export async function endWithAttempt(
  context: ShopContext,
  { cycle, number, ...contract }: AttemptName,
  order: { day: string; paidAt: Date; name: string | null },
): Promise<void> {
  const noted = await context.database
    .select()
    .from(extras)
    .where(and(waitingOf(contract), eq(extras.cycleIndex, cycle), eq(extras.attempt, number)));
  await end(context, noted, order);
}

/** Ends extras that a paid order held, or went out without. Without its day there is no such order anymore. */
export async function end(
  context: ShopContext,
  ended: readonly ExtraRow[],
  { day, paidAt, name }: { day?: string; paidAt: Date; name: string | null },
): Promise<void> {
  const { database, shop } = context;
  for (const extra of ended) {
    const { id, contractId: contract, leftOut } = extra;
    await database
      .update(extras)
      .set({ outcome: leftOut === null ? 'sent' : 'left out', leftOut, endedAt: paidAt })
      .where(and(eq(extras.shop, shop), eq(extras.id, id)));
    const to = leftOut === null ? name : leftOutWords[leftOut];
    await recordInTimeline(context, {
      ...{ contract, kind: leftOut === null ? 'charged once' : 'left out once' },
      by: { who: 'cadence' },
      details: {
        subject: extraInWords(extra),
        ...(day !== undefined && { day }),
        ...(to !== null && { to }),
      },
    });
  }
}

const leftOutWords: Record<LeftOut, string> = {
  deleted: 'deleted in Shopify',
  archived: 'archived',
  'not active': 'not active',
  'sold out': 'sold out',
  refused: 'refused by Shopify',
  'subscription over': 'the subscription ended',
};

/** Erases what was added to orders of contracts. */
export async function forgetExtras(
  database: Pick<Database, 'delete'>,
  shop: string,
  contracts: readonly string[],
): Promise<void> {
  await database
    .delete(extras)
    .where(and(eq(extras.shop, shop), inArray(extras.contractId, [...contracts])));
}
