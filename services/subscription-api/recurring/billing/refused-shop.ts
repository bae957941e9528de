import { and, eq, isNotNull } from 'drizzle-orm';
import { type FailureKind, ServiceError } from '../../service-error.ts';
import type { ShopContext } from '../../shop-context.ts';
import { type Place, prepared } from '../../store/prepared.ts';
import { contractMirrorTable as mirrors } from '../../store/schema.ts';
import type { Standstill } from './hindrance.ts';

/** Failures that mean that the platform refuses us a shop's contracts, so that asking again soon is of no use. */
const refusals: readonly FailureKind[] = [
  'not authorized',
  'not granted',
  'forbidden',
  'shop frozen',
  'shop forbidden',
  'shop gone',
  'shop locked',
];

/** The kind of a failure that comes from the store's own state; null for any other. */
export function refusalOf(error: unknown): FailureKind | null {
  return error instanceof ServiceError && refusals.includes(error.kind) ? error.kind : null;
}

/** Why cycles that fall due during such a refusal are left. */
export const standstillOf = (refusal: string): Standstill =>
  refusal.startsWith('shop ') ? 'store frozen' : 'not permitted';

/** Stores that a shop's contracts can't be read now, so that the next sweep catches up. */
export async function keepRefusal(
  { database, shop }: ShopContext,
  refusal: FailureKind,
): Promise<void> {
  await database.update(mirrors).set({ refusal }).where(eq(mirrors.shop, shop));
}

/** Refusals of a store to everybody. The others are about a scope that one call needs, and which may come back at any time. */
const ofStore: readonly FailureKind[] = [
  'not authorized',
  'shop frozen',
  'shop forbidden',
  'shop gone',
  'shop locked',
];

/** Whether the store itself has refused what failed so, which is stored then. */
export async function keepIfRefused(context: ShopContext, error: unknown): Promise<boolean> {
  const refusal = refusalOf(error);
  if (refusal === null || !ofStore.includes(refusal)) return false;
  context.logger.info(
    { shop: context.shop, refusal },
    'what was asked of the store ended, as it refuses us',
  );
  await keepRefusal(context, refusal);
  return true;
}

/** @returns false if the store refuses, which is stored then */
async function isLetIn(
  context: ShopContext,
  work: (context: ShopContext) => Promise<void>,
): Promise<boolean> {
  try {
    await work(context);
    return true;
  } catch (error) {
    if (!(await keepIfRefused(context, error))) throw error;
    return false;
  }
}

/**
 * Does a job's work, and ends it where the store refuses, because asking again for hours is of no use. Only for jobs that a sweep, or the next day, sends
 * again; for others see {@link onceLetIn}.
 */
export async function endIfRefused(
  context: ShopContext,
  work: (context: ShopContext) => Promise<void>,
): Promise<void> {
  await isLetIn(context, work);
}

/**
 * Does a job's work that nothing else would send again. While the store refuses, it isn't called for this, and `again` sends the job for the next
 * day.
 */
export async function onceLetIn(
  context: ShopContext,
  work: (context: ShopContext) => Promise<void>,
  again: (startAfter: Date) => Promise<void>,
): Promise<void> {
  const isDone = !(await isRefused(context)) && (await isLetIn(context, work));
  if (!isDone) await again(new Date(context.now().getTime() + 86_400_000));
}

const findRefused = prepared((database, place: Place<{ shop: string }>) =>
  database
    .select({ shop: mirrors.shop })
    .from(mirrors)
    .where(and(eq(mirrors.shop, place('shop')), isNotNull(mirrors.refusal)))
    .prepare(''),
);

/** Whether the platform refused to show a shop's contracts when it was asked last. */
export async function isRefused({ database, shop }: ShopContext): Promise<boolean> {
  return (await findRefused(database, { shop })).length > 0;
}
