import { addDays, dayIn } from '#contract/calendar.ts';
import { formatProduct } from '#contract/format.ts';
import { type PutOffAnswer, type PuttableOff, putOffDays } from '#contract/scale.ts';
import { beginCharging } from '../../recurring/billing/charge-due.ts';
import { type CycleRow, keepCycle } from '../../recurring/billing/store.ts';
import { whileUncharged } from '../../recurring/billing/while-uncharged.ts';
import { findSettings } from '../../recurring/billing-settings/settings.ts';
import { movedTo } from '../../recurring/contracts/change.ts';
import { latestAttemptAt } from '../../recurring/contracts/coming-orders.ts';
import { findKeptContract } from '../../recurring/contracts/contract.ts';
import { cycleAt, move, noticeOf, readAnew } from '../../recurring/contracts/order-by-use.ts';
import type { CycleThen } from '../../recurring/contracts/use-documents.ts';
import { tellCustomers } from '../../recurring/notices/outbox.ts';
import { foreseeOrders } from '../../recurring/rotation/foresee-orders.ts';
import { recordInTimeline } from '../../recurring/timeline/timeline.ts';
import { notFound, ServiceError } from '../../service-error.ts';
import { shopName } from '../../shop/documents.ts';
import { storeTimeZoneOf } from '../../shop/store-time-zone.ts';
import type { ShopContext } from '../../shop-context.ts';
import { type SealedOrder, sealedOrder } from '../../telling/put-off-link.ts';
import { writableUntil } from '../../telling/quiet-hours.ts';
import { busy, countryOf } from './order-now.ts';

const hour = 3_600_000;

const usedUp = () => notFound('This link was already used or has expired.');

/**
 * The order that a link seals, which proves that its customer got the mail.
 * @throws ServiceError `not found` if it isn't one of ours
 */
export function openPutOff(
  { encryptionKeys }: Pick<ShopContext, 'encryptionKeys'>,
  sealed: string,
): SealedOrder {
  const order = sealedOrder(sealed, encryptionKeys);
  if (order === null) throw usedUp();
  return order;
}

/** The order's row while it is as its mail said and nobody has begun to charge it, with what of its contract is kept. */
async function requireOpen(context: ShopContext, { contract, cycle, at }: SealedOrder) {
  const kept = await findKeptContract(context, contract);
  const row = kept?.billing.find(({ cycleIndex }) => cycleIndex === cycle);
  const isAsTold =
    row?.state === 'open' && row.orderedAt !== null && row.expectedAt.getTime() === at;
  if (kept == null || row === undefined || !isAsTold || at <= context.now().getTime()) {
    throw usedUp();
  }
  if (latestAttemptAt(kept, cycle) !== undefined) throw usedUp();
  return { kept, row };
}

/** The days by which an order can be put off within its own cycle: the platform moves it no further. */
function choicesOf(
  { expectedAt }: Pick<CycleRow, 'expectedAt'>,
  { cycleEndAt }: CycleThen,
  store: { timeZone: string; now: Date },
) {
  return putOffDays.flatMap((days) => {
    const day = addDays(dayIn(store.timeZone, expectedAt), days);
    const at = movedTo(expectedAt, day, store);
    return at <= cycleEndAt ? [{ days, day, at }] : [];
  });
}

/**
 * An order that its customer can put off, and by how much.
 * @throws ServiceError `not found` if the link is of no use anymore
 */
export async function findPutOff(context: ShopContext, order: SealedOrder): Promise<PuttableOff> {
  const { kept, row } = await requireOpen(context, order);
  const [named, timeZone, cycle] = [
    await context.graphql(shopName, {}),
    await storeTimeZoneOf(context),
    await cycleAt(context, order.contract, row.expectedAt),
  ];
  const coffees = (await foreseeOrders(context, [order]))(order);
  return {
    shopName: named.shop.name,
    items: [
      ...kept.lines.map((line) => ({ ...line, title: coffees.get(line.id) ?? line.title })),
      ...kept.extras,
    ].map((item) => `${item.quantity} × ${formatProduct(item)}`),
    chargedFrom: row.expectedAt.toISOString(),
    timeZone,
    choices: choicesOf(row, cycle, { timeZone, now: context.now() }).map(({ days, day }) => ({
      days,
      day,
    })),
    nextFrom: dayIn(timeZone, cycle.cycleEndAt),
  };
}

/**
 * Puts an order off by so many days, or without them leaves it out until the scale orders again in the next cycle. Uses the link up.
 * @throws ServiceError `not found` if the link is of no use anymore; `conflict` if the order can't be put off so far, or the platform refuses it
 */
export async function putOff(
  context: ShopContext,
  order: SealedOrder,
  days: (typeof putOffDays)[number] | undefined,
): Promise<PutOffAnswer> {
  const { shop, database, jobs } = context;
  const { contract: id } = order;
  const answer = await whileUncharged(context, id, { busy }, async (lease) => {
    const { row } = await requireOpen(context, order);
    const timeZone = await storeTimeZoneOf(context);
    const cycle = await cycleAt(context, id, row.expectedAt);
    const now = context.now();
    const choice = choicesOf(row, cycle, { timeZone, now }).find((one) => one.days === days);
    if (days !== undefined && choice === undefined) {
      throw new ServiceError('conflict', { message: 'This order can’t be put off so far.' });
    }
    const { noticeHours } = await findSettings(database, shop);
    const country = choice === undefined ? null : await countryOf(context, id);
    if (choice !== undefined) await move(context, id, row, choice.at, 'BUYER_INITIATED');
    const stands =
      choice === undefined
        ? ({ state: 'ended', reason: 'put off', nextAt: null } as const)
        : ({ state: 'open', nextAt: choice.at, expectedAt: choice.at } as const);
    const isKept = await lease.keep(async (transaction) => {
      const at = { ...context, database: transaction };
      await keepCycle(transaction, { ...row, ...stands, changedAt: now });
      await recordInTimeline(at, {
        ...{ contract: id, kind: 'put off', by: { who: 'customer' } },
        details: {
          day: dayIn(timeZone, row.expectedAt),
          ...(choice !== undefined && { newDay: choice.day }),
        },
      });
      if (choice !== undefined) {
        const latest = new Date(choice.at.getTime() - noticeHours * hour);
        // A night before doesn't shorten the hours.
        const sendAt = writableUntil(latest, now, country, timeZone);
        await tellCustomers(at, [
          // It becomes news then.
          { ...noticeOf(id, row.cycleIndex, choice.at), sendAt, happenedAt: sendAt },
        ]);
      }
      await beginCharging(at);
    });
    if (!isKept) throw new ServiceError('outcome unknown', { message: 'Please look again.' });
    await readAnew(context, id);
    return { day: choice?.day ?? null, nextFrom: dayIn(timeZone, cycle.cycleEndAt) };
  });
  jobs.wake();
  return answer;
}
