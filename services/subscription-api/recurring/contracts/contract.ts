import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { dayIn, startOfDay } from '#contract/calendar.ts';
import { notFoundTexts } from '#contract/endpoint.ts';
import { orderAmountOf } from '#contract/money.ts';
import type {
  ComingOrder,
  ContractHistory,
  ContractHistoryQuery,
  SubscriptionContract,
} from '#contract/subscription-contract.ts';
import {
  type ContractChange,
  contractStatuses,
  paymentTroubles,
} from '#contract/subscription-contract-names.ts';
import { notFound } from '../../service-error.ts';
import { shownTimeZoneOf } from '../../shop/store-time-zone.ts';
import type { ShopContext } from '../../shop-context.ts';
import { rowsOf } from '../../store/rows-of.ts';
import { cycleBillingTable as billing } from '../../store/schema.ts';
import { isUnderWay } from '../billing/extras.ts';
import { statuses } from '../billing/hindrance.ts';
import { listContractAttempts } from '../billing/store.ts';
import { findSettings, stateOf, tagOf } from '../billing-settings/settings.ts';
import { listWaitingExtras } from '../extras/extras.ts';
import type { MirroredContract } from '../mirror/mapping.ts';
import { findMirrored } from '../mirror/rows.ts';
import type { ForeseenLine } from '../rotation/foresee.ts';
import { heldOf } from '../rotation/held.ts';
import { listKeptPlaces } from '../rotation/places.ts';
import {
  comingOrders,
  isOver,
  type KeptContract,
  latestAttemptAt,
  type StoreNow,
} from './coming-orders.ts';
import { foreseeForPage } from './foresee-for-page.ts';
import { historyOf } from './history.ts';
import { paymentTroubleSql } from './payment-trouble.ts';
import { lastUseOf, nextUseFrom, openUseOf } from './usage.ts';

const mostComing = 12;
const second = 1000;

const statusSchema = z.enum(contractStatuses);
const frequencySchema = z.object({
  interval: z.enum(['DAY', 'WEEK', 'MONTH', 'YEAR']),
  intervalCount: z.number(),
});

/** When the store charges, as screens show it. */
export async function storeNowOf(
  context: ShopContext,
  timeZoneOf = shownTimeZoneOf,
): Promise<StoreNow> {
  const now = context.now();
  const timeZone = await timeZoneOf(context);
  const settings = await findSettings(context.database, context.shop);
  return {
    now,
    schedule: { timeZone, hour: settings.hour },
    isBilling: stateOf(settings) === 'live',
    since: settings.wentLiveAt ?? startOfDay(timeZone, dayIn(timeZone, now)),
  };
}

/** A contract as the mirror has it, with its billing; null if we never saw it. */
export async function findKeptContract({ database, shop }: ShopContext, id: string) {
  const mirrored = await findMirrored(database, shop, id);
  if (mirrored === null) return null;
  const rows = await database
    .select()
    .from(billing)
    .where(and(eq(billing.shop, shop), eq(billing.contractId, id)));
  return {
    ...mirrored,
    billing: rows,
    attempts: await listContractAttempts(database, { shop, contract: id }),
    extras: await listWaitingExtras(database, { shop, contract: id }),
    places: await listKeptPlaces(database, { shop, contract: id }),
  };
}

/** The actions that a contract itself allows. */
export function changesOf(kept: MirroredContract): ContractChange[] {
  if (isOver(kept)) return [];
  return [
    kept.contract.status === 'ACTIVE' ? 'pause' : 'resume',
    'set lines',
    'set address',
    ...(kept.contract.isUsageBased === false ? (['set plan'] as const) : []),
    ...(kept.contract.status === 'ACTIVE' ? (['add once'] as const) : []),
    ...(kept.method === null ? [] : (['ask for method'] as const)),
    'cancel',
  ];
}

/**
 * Names a contract as it is kept, with its cycles, what is added to its next order and where its subscriber stands in rotations: what a merchant
 * has seen. What time alone does is none of it.
 */
export function contractTag({
  contract,
  cycles,
  extras,
  places,
}: MirroredContract & Pick<KeptContract, 'extras' | 'places'>): string {
  const { status, revision, isUsageBased, paymentMethodId, goneAt, resumesAt } = contract;
  return tagOf([
    [status, String(revision), isUsageBased, paymentMethodId, goneAt, resumesAt],
    cycles.map(({ cycleIndex, expectedAt, isBilled, isSkipped, isEdited }) => [
      ...[cycleIndex, expectedAt, isBilled, isSkipped, isEdited],
    ]),
    extras.map(({ id }) => id),
    places.map(({ lineId, coffee, at }) => [lineId, coffee, at]),
  ]);
}

/**
 * A subscription as it stands now.
 * @throws ServiceError `not found` where the shop has none by this id
 */
export async function getSubscriptionContract(
  context: ShopContext,
  id: string,
): Promise<SubscriptionContract> {
  const kept = await findKeptContract(context, id);
  if (kept === null) throw notFound(notFoundTexts.SubscriptionContract);
  const store = await storeNowOf(context);
  const { timeZone } = store.schedule;
  const { contract, lines, method, customer } = kept;
  const coming = someOf(comingOrders(kept, store));
  const { rotations, foreseen } = isOver(kept)
    ? { rotations: [], foreseen: [] }
    : await foreseeForPage(context, id, coming.length);
  return {
    id,
    customer: customer && { displayName: customer.displayName, email: customer.email },
    status: statusSchema.parse(contract.status),
    isGone: contract.goneAt !== null,
    isUsageBased: contract.isUsageBased,
    every: frequencySchema.parse({
      interval: contract.billingInterval,
      intervalCount: contract.billingIntervalCount,
    }),
    delivered: frequencySchema.parse({
      interval: contract.deliveryInterval,
      intervalCount: contract.deliveryIntervalCount,
    }),
    amount: orderAmountOf(lines, contract.deliveryPrice),
    currencyCode: contract.currencyCode,
    paymentTrouble: await findPaymentTrouble(context, kept, timeZone),
    createdAt: contract.createdAt.toISOString(),
    lines: lines.map(({ id: line, variantId: variant, title, variantTitle, ...one }) => ({
      ...{ id: line, title, variantTitle, variant },
      ...{ quantity: one.quantity, price: one.price, planName: one.planName },
    })),
    rotations,
    once: isOver(kept)
      ? []
      : kept.extras
          .filter((extra) => !isUnderWay(extra, kept, store.now))
          .map(({ id: extra, title, variantTitle, quantity, price }) => ({
            ...{ id: extra, title, variantTitle, quantity, price },
          })),
    deliveryPrice: contract.deliveryPrice,
    firstIfResumed: firstIfResumed(kept, store),
    resumesOn: contract.resumesAt && dayIn(timeZone, contract.resumesAt),
    paymentMethod: method && {
      kind: method.kind,
      lastDigits: method.lastDigits,
      expiryMonth: method.expiryMonth,
      expiryYear: method.expiryYear,
    },
    use:
      contract.isUsageBased === true
        ? {
            lastAt: lastUseOf(kept).toISOString(),
            nextFrom: dayIn(timeZone, nextUseFrom(kept, timeZone)),
            canBePutOff: canBePutOff(kept, store),
          }
        : null,
    isBilling: store.isBilling,
    coming: holding(coming, foreseen, kept),
    changes: [
      ...(canBeOrdered(kept, store) ? (['order'] as const) : []),
      ...changesOf(kept),
      ...(rotations.length > 0 ? (['set place'] as const) : []),
    ],
    ...(await historyOf(context, kept, { timeZone })),
    timeZone,
    tag: contractTag(kept),
  };
}

/**
 * A page of a subscription's history.
 * @throws ServiceError `not found` where the shop has none by this id; `invalid request` for a malformed cursor
 */
export async function getContractHistory(
  context: ShopContext,
  id: string,
  query: ContractHistoryQuery,
): Promise<ContractHistory> {
  const kept = await findKeptContract(context, id);
  if (kept === null) throw notFound(notFoundTexts.SubscriptionContract);
  return await historyOf(context, kept, { timeZone: await shownTimeZoneOf(context) }, query);
}

function firstIfResumed(kept: KeptContract, store: StoreNow): string | null {
  if (!changesOf(kept).includes('resume') || hasToBeTriedAgain(kept)) return null;
  const resumed = { ...kept, contract: { ...kept.contract, status: 'ACTIVE' } };
  // Those that fell due during the pause have no changes.
  const first = comingOrders(resumed, store).find(
    ({ outcome, changes }) => outcome === 'upcoming' && changes.length > 0,
  );
  return first?.day ?? null;
}

const pauses: readonly string[] = [statuses.PAUSED, statuses.FAILED];

/** Whether an order failed before the pause: once it ends, that one comes first. */
const hasToBeTriedAgain = (kept: KeptContract): boolean =>
  kept.billing.some(
    ({ cycleIndex, state, reason }) =>
      (state === 'open' || (state === 'left' && pauses.includes(reason))) &&
      latestAttemptAt(kept, cycleIndex)?.state === 'failed',
  );

/** Whether a merchant can have it charged by use now. Whether its cycle was used already, Shopify says then. */
function canBeOrdered(kept: KeptContract, { isBilling, schedule, now }: StoreNow): boolean {
  const { status, isUsageBased, goneAt } = kept.contract;
  return (
    isUsageBased === true &&
    status === 'ACTIVE' &&
    goneAt === null &&
    isBilling &&
    openUseOf(kept) === undefined &&
    nextUseFrom(kept, schedule.timeZone) <= now
  );
}

/** A merchant's own order is charged within the second, so nobody was told of it. */
const canBePutOff = (kept: KeptContract, { now }: StoreNow): boolean => {
  const open = openUseOf(kept);
  return open !== undefined && open.expectedAt.getTime() > now.getTime() + second;
};

const usesNone: readonly ComingOrder['outcome'][] = ['left', 'to decide', 'ended'];

/** Says what orders will hold. Those that are skipped, or wait for a decision, use up no coffee of a rotation. */
function holding(
  orders: readonly ComingOrder[],
  foreseen: readonly ForeseenLine[],
  kept: KeptContract,
): ComingOrder[] {
  let index = 0;
  return orders.map((order) => {
    if (usesNone.includes(order.outcome)) return order;
    const holds = foreseen.flatMap(({ coffees }) => coffees[index] ?? []);
    index += 1;
    const latest = latestAttemptAt(kept, order.cycle);
    if (latest !== undefined && latest.state !== 'failed') {
      // What it holds was chosen already.
      return { ...order, holds: (heldOf(latest.held) ?? []).map(({ title }) => title) };
    }
    return { ...order, holds: holds.map(({ id, title }) => title ?? `Product ${id}`) };
  });
}

const isAhead = ({ outcome, changes }: ComingOrder) => outcome === 'upcoming' || changes.length > 0;

/** The latest of those that aren't over, and the earliest of those to come: many of one kind must not hide the other. */
const someOf = (orders: ComingOrder[]) => [
  ...orders.filter((order) => !isAhead(order)).slice(-mostComing),
  ...orders.filter(isAhead).slice(0, mostComing),
];

/** By the same SQL as the list, so that both say the same. */
async function findPaymentTrouble(
  { database, shop, now }: ShopContext,
  { contract: { id, goneAt } }: KeptContract,
  timeZone: string,
) {
  if (goneAt !== null) return null;
  const [row] = await rowsOf(
    database,
    z.object({ trouble: z.enum(paymentTroubles).nullable() }),
    sql`select ${paymentTroubleSql({ shop, timeZone, now: now() })} as trouble
      from subscription_contract contract
      left join payment_method method
        on method.shop = contract.shop and method.id = contract.payment_method_id
      where contract.shop = ${shop} and contract.id = ${id}`,
  );
  return row?.trouble ?? null;
}
