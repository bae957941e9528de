import { addDays, addMonths, dayIn, startOfDay } from '#contract/calendar.ts';
import { windowOf } from '../../recurring/orders/window.ts';
import { readNeeds } from '../../recurring/roast-plan/needs.ts';
import type { ExtraDeeds } from './extras.ts';
import { isOurs } from './others.ts';
import type { Contract, World } from './world.ts';

/** What the roast plan said of the next day of a store. */
type Reading = {
  shop: string;
  day: string;
  at: Date;
  /** By variant. */
  bags: Readonly<Record<string, number>>;
};

export type RoastDeeds = { readings: readonly Reading[] };

const hour = 3_600_000;
const day = 24 * hour;
/** A webhook that is lost is made up for by the week's sweep, others at once. */
const unheardFor = 10 * day;
const heardFor = day;
/** Until a sweep has found a new subscription, which no webhook tells here. */
const newFor = 3 * day;
const longestDunning = 45 * day;
const longestCycle = 95 * day;

/** Reads the plan of one store's next day, a day before its orders are charged at the latest. */
export function roastDaysOf(
  world: World,
  look: (shop: string, items: Awaited<ReturnType<typeof readNeeds>>['items']) => void,
) {
  const readings: Reading[] = [];
  return {
    deeds: { readings } satisfies RoastDeeds,
    async read(shop: string): Promise<void> {
      if (world.isShut(shop)) return;
      const context = world.contextOf(shop);
      const window = await windowOf(context);
      const { days, items, areCoffeesKnown } = await readNeeds(context, window);
      if (!areCoffeesKnown) return;
      look(shop, items);
      const tomorrow = addDays(window.today, 1);
      const bags = days.find((one) => one.day === tomorrow)?.bags ?? {};
      readings.push({ shop, day: tomorrow, at: world.now(), bags });
      world.fault('roast plan', `${tomorrow} ${JSON.stringify(Object.entries(bags).sort())}`);
    },
  };
}

type Told = {
  platform: World['platform'];
  now: Date;
  /** What somebody did to a subscription that may change its orders, and whether a webhook told it. */
  touches: readonly { contractId: number; at: Date; isHeard: boolean }[];
  /** What was added to one order alone. It may be left out, or go with another order than was foreseen. */
  extras: ExtraDeeds;
  /** Whether nothing can be said of a store's days from one time to another: it stood still, was down, or its database was restored. */
  isDisturbed(shop: string, from: Date, to: Date): boolean;
  /** Whether anything was said about the subscription's orders by the merchant in a time. */
  isDecided(contractId: number, from: Date, to: Date): boolean;
  /** Whether our database forgot what happened at a time. */
  isLost(at: Date): boolean;
  /** Whether it isn't known to be charged by date. */
  isByUse(contractId: number): boolean;
  cyclesOf(contractId: number): readonly { cycleIndex: number; expectedAt: Date }[];
  /** A subscription before what was changed in it later. */
  contractAt(contract: Contract, at: Date): Contract;
};

/**
 * Compares the roast plan of each day that was read with what the platform has billed on that day, and with the deliveries of prepaid orders on it. What
 * somebody did to a subscription since, or what went wrong with it, may or may not be in the plan.
 * @returns a sentence for each day that isn't so
 */
export function judgeRoastDays({ readings }: RoastDeeds, told: Told): string[] {
  return readings.flatMap((reading) => judgeReading(reading, told));
}

function judgeReading({ shop, day: on, at, bags }: Reading, told: Told): string[] {
  const { tables, attemptsByContract, shop: record } = told.platform.storeOf(shop);
  const start = startOfDay(record.timezone, on);
  const end = startOfDay(record.timezone, addDays(on, 1));
  if (end > told.now || told.isDisturbed(shop, new Date(at.getTime() - 4 * day), end)) return [];
  const isIn = (time: Date, from: number, to = end.getTime()) =>
    time.getTime() >= from && time.getTime() < to;
  const certain = new Map<string, number>();
  let perhaps = 0;
  const add = (variant: number | null | undefined, count: number): void => {
    certain.set(String(variant), (certain.get(String(variant)) ?? 0) + count);
  };
  for (const last of tables.contracts.all()) {
    const contract = told.contractAt(last, at);
    const { id, lines } = contract;
    const [line] = lines;
    if (line === undefined) continue;
    const attempts = attemptsByContract.get(id);
    const paid = attempts.filter((one) => isOurs(one) && one.orderId !== null);
    const soldBy = ({ orderId }: { orderId: number | null }) =>
      tables.orders.get(orderId)?.lines[0];
    const latest = paid.findLast((one) => new Date(one.createdAt) < at);
    const isTouched =
      told.isByUse(id) ||
      // What an order held that was forgotten is asked for when the next one is charged.
      (latest !== undefined && told.isLost(new Date(latest.createdAt))) ||
      told.isDecided(id, new Date(at.getTime() - newFor), end) ||
      isIn(new Date(contract.createdAt), at.getTime() - newFor) ||
      told.touches.some(
        (one) =>
          one.contractId === id &&
          isIn(one.at, at.getTime() - (one.isHeard ? heardFor : unheardFor)),
      ) ||
      attempts.some((one) => {
        const since = isOurs(one) ? longestDunning : longestCycle;
        // Its customer may have confirmed it after the plan was read.
        const wasOpen =
          new Date(one.createdAt) < at && new Date(one.completedAt ?? one.createdAt) > at;
        const isFine = isOurs(one) && one.state === 'SUCCESS' && !wasOpen;
        return !isFine && isIn(new Date(one.createdAt), at.getTime() - since);
      });
    const billed = paid.filter((one) => isIn(new Date(one.createdAt), start.getTime()));
    const cycles = told.cyclesOf(id);
    // Also one that is skipped by now: it's planned until it ends, as one is whose card was refused for good before.
    const isOpen = cycles.some(
      ({ cycleIndex, expectedAt }) =>
        isIn(expectedAt, start.getTime() - day) &&
        !paid.some((one) => one.cycleIndex === cycleIndex),
    );
    // Such as one that waited for another card.
    const isLate = cycles.some(
      ({ cycleIndex, expectedAt }) =>
        expectedAt < start && billed.some((one) => one.cycleIndex === cycleIndex),
    );
    if (isTouched || isLate || (isOpen && billed.length === 0)) perhaps += line.quantity;
    else for (const one of billed) add(soldBy(one)?.variantId, soldBy(one)?.quantity ?? 0);

    const counts = isTouched || isLate || isOpen || billed.length > 0;
    for (const extra of told.extras.added) {
      if (extra.contractId !== id || !counts) continue;
      const { removedAt } = extra;
      const isGone = removedAt !== null && removedAt < at && !told.isLost(removedAt);
      const wentOut = paid.some((one) => {
        const began = new Date(one.createdAt);
        return isIn(began, extra.at.getTime() + 2 * hour, at.getTime()) && !told.isLost(began);
      });
      if (extra.at <= at && !isGone && !wentOut) perhaps += extra.quantity;
    }
    if (!isTouched && !isLate) {
      for (const one of billed) {
        for (const extra of tables.orders.get(one.orderId)?.lines.slice(lines.length) ?? []) {
          add(extra.variantId, extra.quantity);
        }
      }
    }

    const orders = [
      ...(contract.originOrderId === null ? [] : [{ at: contract.createdAt, orderId: null }]),
      ...paid.map(({ orderId, ...is }) => ({ at: is.completedAt ?? is.createdAt, orderId })),
    ].filter((order) => new Date(order.at) < at);
    for (const order of orders) {
      const { billingPolicy: billing, deliveryPolicy: delivery } = told.contractAt(
        last,
        new Date(order.at),
      );
      const times = billing.intervalCount / delivery.intervalCount;
      const from = dayIn(record.timezone, new Date(order.at));
      for (let nth = 1; nth < times; nth += 1) {
        if (addMonths(from, nth * delivery.intervalCount) !== on) continue;
        const sold = soldBy(order) ?? line;
        const ordered = new Date(order.at).getTime();
        const isOther = told.touches.some(
          ({ contractId, at: touchedAt, isHeard }) =>
            contractId === id &&
            // The first order is any of the store's here, so what it held is known only while nobody has touched it.
            (order.orderId === null
              ? touchedAt.getTime() >= ordered
              : // A change that is heard of late may count as one after the order.
                isIn(touchedAt, ordered - (isHeard ? heardFor : unheardFor), ordered)),
        );
        if (isTouched || isOther) perhaps += sold.quantity;
        else add(sold.variantId, sold.quantity);
      }
    }
  }
  const wrong: string[] = [];
  const name = `${shop}: the roast plan of ${on}, read at ${at.toISOString()},`;
  for (const [variant, count] of certain) {
    const planned = bags[variant] ?? 0;
    if (planned < count) wrong.push(`${name} said ${planned} of ${variant}, and it was ${count}`);
  }
  const sum = (all: Iterable<number>) => [...all].reduce((total, count) => total + count, 0);
  const most = sum(certain.values()) + perhaps;
  const planned = sum(Object.values(bags));
  if (planned > most) wrong.push(`${name} said ${planned} bags, and it was ${most} at most`);
  return wrong;
}
