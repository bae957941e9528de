import { and, eq } from 'drizzle-orm';
import { dayIn } from '#contract/calendar.ts';
import { notFoundTexts } from '#contract/endpoint.ts';
import { formatInstant } from '#contract/format.ts';
import { globalIdOf } from '#contract/global-id.ts';
import type { Ordered, OrderRefusal } from '#contract/scale.ts';
import { type FailureKind, ServiceError } from '../../service-error.ts';
import { storeTimeZoneOf } from '../../shop/store-time-zone.ts';
import type { ShopContext } from '../../shop-context.ts';
import { subscriptionContractTable as contracts } from '../../store/schema.ts';
import { beginCharging } from '../billing/charge-due.ts';
import { findCycle, keepCycle } from '../billing/store.ts';
import { whileUncharged } from '../billing/while-uncharged.ts';
import { findSettings, rulesOf, stateOf } from '../billing-settings/settings.ts';
import type { MirroredContract } from '../mirror/mapping.ts';
import { refreshContract } from '../mirror/refresh.ts';
import { tellCustomers } from '../notices/outbox.ts';
import { findRotations } from '../rotation/places.ts';
import { recordInTimeline, type TimelineActor } from '../timeline/timeline.ts';
import { changeTexts } from './change.ts';
import { type KeptContract, latestAttemptAt } from './coming-orders.ts';
import { contractTag, findKeptContract } from './contract.ts';
import { type MovedBy, moveCycle } from './documents.ts';
import { refreshBeforeChange } from './refresh-kept.ts';
import { refusalInWords } from './refusal-words.ts';
import { nextUseFrom, openUseOf } from './usage.ts';
import { type CycleThen, getAvailability, getCycleAt } from './use-documents.ts';

/** The platform knows whole seconds. */
const second = 1000;

/** A refusal that a scale can read: in words, by its reason, and for one that comes too soon with when to ask again. */
export function orderRefused(
  reason: OrderRefusal,
  message: string,
  { kind = 'conflict', from }: { kind?: FailureKind; from?: Date } = {},
): ServiceError {
  const details = { reason, ...(from !== undefined && { from: from.toISOString() }) };
  return new ServiceError(kind, { message, details });
}

/** Who orders for a usage-based subscription. */
type UseAsker = {
  by: TimelineActor;
  /** How long before the charge its customer is told, in ms; null if they aren't. */
  noticeFor: (settings: { noticeHours: number }) => number | null;
  /** From when they can be told. */
  writableFrom: (now: Date, timeZone: string) => Promise<Date>;
  /** An order that it finds already there is the answer, or is refused in other words. */
  ordered: (open: Ordered, kept: KeptContract) => Ordered;
  /**
   * @param kept as it was kept before it was read anew, and `wasRight` whether the platform had it so
   * @throws what refuses somebody who hasn't seen the subscription as it is
   */
  seen: (kept: KeptContract, wasRight: boolean) => void;
  busy: () => ServiceError;
};

/**
 * Orders once for a usage-based subscription, to be charged when its customer was told. A repeated request finds the order that isn't over yet.
 * @throws ServiceError with the reason in its details where the subscription can't be ordered now; PlatformError if the platform fails
 */
export async function orderByUse(
  context: ShopContext,
  id: string,
  asker: UseAsker,
): Promise<Ordered> {
  const { database, shop, jobs } = context;
  const named = and(eq(contracts.shop, shop), eq(contracts.id, id));
  if ((await database.$count(contracts, named)) === 0) throw unknownContract();
  const answer = await whileUncharged(context, id, { busy: asker.busy }, async (lease) => {
    const settings = await findSettings(database, shop);
    if (stateOf(settings) !== 'live') throw billingStopped();
    const { kept: before, truth, wasRight } = await refreshBeforeChange(context, id);
    const kept = await findKeptContract(context, id);
    if (truth === null || kept === null || kept.contract.goneAt !== null) throw unknownContract();
    requireUsable(kept);
    const open = openUseOf(kept);
    if (open?.orderedAt) {
      return asker.ordered(orderedOf(id, open.orderedAt, open.expectedAt), kept);
    }
    asker.seen({ ...kept, ...before }, wasRight);
    const timeZone = await storeTimeZoneOf(context);
    const told = asker.noticeFor(settings);
    const notice = told ?? 0;
    const tooSoon = (chargeFrom: Date) => {
      const from = new Date(chargeFrom.getTime() - notice);
      const when = formatInstant(timeZone, from.toISOString());
      return orderRefused('too soon', `It is too soon. Ask again from ${when}.`, { from });
    };
    const now = new Date(Math.ceil(context.now().getTime() / second) * second);
    const toldAt = told === null ? now : await asker.writableFrom(now, timeZone);
    const chargeAt = new Date(toldAt.getTime() + notice);
    const from = nextUseFrom(kept, timeZone);
    if (chargeAt < from) throw tooSoon(from);
    if (!rulesOf(settings).isOversold) await requireStock(context, kept);
    const cycle = await cycleAt(context, id, chargeAt);
    const row = await findCycle(database, { shop, contract: id, cycle: cycle.cycleIndex });
    const isUsed = row !== null && (row.orderedAt !== null || row.state !== 'left');
    if (cycle.status === 'BILLED' || cycle.skipped || isUsed) throw tooSoon(cycle.cycleEndAt);
    if (!(await lease.keep())) throw asker.busy();
    await move(context, id, cycle, chargeAt);
    const orderedAt = context.now();
    await keepOrder(context, {
      ...{ id, cycle: cycle.cycleIndex, orderedAt, chargeAt, timeZone, by: asker.by },
      isTold: told !== null,
    });
    return orderedOf(id, orderedAt, chargeAt);
  });
  jobs.wake();
  return answer;
}

/** Whether nobody has begun to charge an order by use. */
export const isUntried = (kept: KeptContract): boolean => {
  const open = openUseOf(kept);
  return open?.state === 'open' && latestAttemptAt(kept, open.cycleIndex) === undefined;
};

/**
 * Orders for a usage-based subscription as its merchant, to be charged at once. Its customer isn't told before.
 * @throws ServiceError `conflict` in words for the merchant
 */
export async function orderAsMerchant(
  context: ShopContext,
  id: string,
  ifMatch: string | undefined,
): Promise<void> {
  const changed = () => new ServiceError('conflict', { message: changeTexts.changed });
  await orderByUse(context, id, {
    by: { who: 'merchant' },
    noticeFor: () => null,
    writableFrom: async (now) => now,
    // The same request came before, unless a scale was faster.
    ordered: (open) => {
      if (Date.parse(open.chargedFrom) > context.now().getTime() + second) throw changed();
      return open;
    },
    seen: (kept, wasRight) => {
      if (!wasRight || ifMatch !== contractTag(kept)) throw changed();
    },
    busy: () => new ServiceError('conflict', { message: changeTexts.busy }),
  });
}

const unknownContract = () =>
  orderRefused('unknown contract', notFoundTexts.SubscriptionContract, { kind: 'not found' });

export const billingStopped = () =>
  orderRefused('billing stopped', 'The store doesn’t bill subscriptions right now.');

const orderedOf = (contract: string, orderedAt: Date, chargedFrom: Date): Ordered => ({
  ...{ status: 'ordered', contract },
  ...{ orderedAt: orderedAt.toISOString(), chargedFrom: chargedFrom.toISOString() },
});

function requireUsable({ contract: { status, isUsageBased }, method }: MirroredContract): void {
  if (isUsageBased !== true) {
    throw orderRefused('not usage-based', 'This subscription is charged by date, not by use.');
  }
  if (status === 'PAUSED') throw orderRefused('paused', 'The subscription is paused.');
  if (status === 'FAILED') throw orderRefused('paused', 'The subscription isn’t active.');
  if (status !== 'ACTIVE') throw orderRefused('cancelled', 'The subscription has ended.');
  if (method === null || method.revokedAt !== null) {
    throw orderRefused('no payment method', 'The subscription has no payment method.');
  }
}

async function requireStock(context: ShopContext, { lines }: MirroredContract): Promise<void> {
  const products = lines.flatMap(({ productId }) => productId ?? []);
  // A rotating product isn't sent itself; the charge chooses one of its coffees that is in stock.
  const rotations = await findRotations(context, products);
  const sent = lines.filter(({ productId }) => !rotations.has(productId ?? ''));
  const variants = [...new Set(sent.flatMap(({ variantId }) => variantId ?? []))];
  if (variants.length === 0) return;
  const ids = variants.map((variant) => globalIdOf('ProductVariant', variant));
  const { nodes } = await context.graphql(getAvailability, { ids });
  if (nodes.every((node) => node?.availableForSale === true)) return;
  throw orderRefused('out of stock', 'A product of this subscription is out of stock.');
}

/** The platform's cycle of a contract at an instant. */
export async function cycleAt(context: ShopContext, id: string, at: Date): Promise<CycleThen> {
  const { subscriptionBillingCycle: cycle } = await context.graphql(getCycleAt, {
    ...{ id: globalIdOf('SubscriptionContract', id), date: at.toISOString() },
  });
  if (cycle !== null) return cycle;
  throw orderRefused('changed on the platform', 'Shopify lists no order of this time.');
}

/**
 * Moves an order to when it is charged. A repeated call changes nothing.
 * @throws ServiceError `conflict` if the platform refuses it
 */
export async function move(
  context: ShopContext,
  id: string,
  { cycleIndex: index }: Pick<CycleThen, 'cycleIndex'>,
  to: Date,
  reason: MovedBy = 'MERCHANT_INITIATED',
): Promise<void> {
  const { userErrors } = (
    await context.graphql(moveCycle, {
      ...{ id: globalIdOf('SubscriptionContract', id), index, date: to.toISOString(), reason },
    })
  ).change;
  const [refusal] = userErrors;
  if (refusal === undefined) return;
  throw orderRefused('changed on the platform', refusalInWords(refusal));
}

type Placed = {
  id: string;
  cycle: number;
  orderedAt: Date;
  chargeAt: Date;
  timeZone: string;
  by: TimelineActor;
  isTold: boolean;
};

async function keepOrder(
  context: ShopContext,
  { id, cycle, orderedAt, chargeAt, timeZone, by, isTold }: Placed,
): Promise<void> {
  const { database, shop } = context;
  await database.transaction(async (transaction) => {
    const at = { ...context, database: transaction };
    await keepCycle(transaction, {
      ...{ shop, contractId: id, cycleIndex: cycle, expectedAt: chargeAt, orderedAt },
      ...{ state: 'open', reason: 'not due', nextAt: chargeAt, changedAt: orderedAt },
    });
    await recordInTimeline(at, {
      ...{ contract: id, kind: 'ordered', by },
      details: { day: dayIn(timeZone, chargeAt) },
    });
    if (isTold) await tellCustomers(at, [noticeOf(id, cycle, chargeAt)]);
    await beginCharging(at);
  });
  await readAnew(context, id);
}

/** The notice of an order by use. With another time it is another notice. */
export const noticeOf = (contract: string, cycle: number, chargeAt: Date) => ({
  ...{ contract, cycle },
  notice: 'orderByUse' as const,
  about: `${cycle} ${chargeAt.toISOString()}`,
});

/** Has screens show what was changed. The platform's webhook does the same, so a failure is only logged. */
export async function readAnew(context: ShopContext, id: string): Promise<void> {
  try {
    await refreshContract(context, id);
  } catch (error) {
    context.logger.warn({ error, contract: id }, 'a changed contract could not be read anew');
  }
}
