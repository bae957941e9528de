import { z } from 'zod';
import { addDays, addMonths, dayIn, startOfDay } from '#contract/calendar.ts';
import { orderedSchema, putOffDays } from '#contract/scale.ts';
import { putOffPath, scaleOrderPath } from '#contract/scale-paths.ts';
import { createScale } from '../../merchant/scale/store.ts';
import { PlatformError } from '../../platform/platform-error.ts';
import { getSubscriptionContract } from '../../recurring/contracts/contract.ts';
import { orderAsMerchant } from '../../recurring/contracts/order-by-use.ts';
import { ServiceError } from '../../service-error.ts';
import { sealedOrder } from '../../telling/put-off-link.ts';
import type { Happenings, Opened, World } from './world.ts';

/** An order by use that the app has accepted, or may have: the process that was asked died. */
type Use = {
  contractId: number;
  cycle: number;
  orderedAt: Date;
  isSure: boolean;
  /** Its merchant had it charged at once, and its customer isn't told. */
  isAtOnce: boolean;
  /** When it is charged at the earliest, and since when that holds; null once its customer left it out. */
  charges: { at: Date | null; since: Date }[];
};

export type ScaleDeeds = { uses: readonly Use[]; wrong: readonly string[] };

const hour = 3_600_000;
/** What the merchants didn't change. */
const noticeHours = 12;
const tolerance = 5 * 60_000;
const longestLate = 2.5 * 24 * hour;

const refusedSchema = z.object({ details: z.object({ reason: z.string() }) });
const linkIn = new RegExp(`https?:\\S+${putOffPath}\\S+`);

/** Scales that order for usage-based subscriptions, and customers who put such orders off. */
export async function scalesOf(world: World): Promise<{ deeds: ScaleDeeds; happen: Happenings }> {
  const { chance, platform, now, fault } = world;
  const uses: Use[] = [];
  const wrong: string[] = [];
  const tokens = new Map<string, string>();
  for (const shop of world.shops) {
    tokens.set(shop, (await createScale(world.contextOf(shop), 'Kitchen')).token);
  }
  const contractOf = ({ shop, contractId }: Opened) =>
    platform.storeOf(shop).tables.contracts.get(contractId);
  const isByUse = ({ contractId, shop }: Opened) =>
    world.usage.get(contractId) === 'usage-based' && !world.isShut(shop);

  /** Where the platform has an order since a moment; its date is moved before the order is kept. */
  const movedSince = (shop: string, contractId: number, since: Date) =>
    [...platform.storeOf(shop).editsByContract.get(contractId)].findLast(
      ({ updatedAt }) => new Date(updatedAt).getTime() > since.getTime() - 1000,
    );

  async function order(contract: Opened, key: string | null, diesAt?: number) {
    const headers = {
      Authorization: `Bearer ${tokens.get(contract.shop)}`,
      ...(key !== null && { 'Idempotency-Key': key }),
    };
    const path = scaleOrderPath(String(contract.contractId));
    const answer = await world.ask(path, { method: 'POST', headers }, diesAt);
    if (answer === null) return null;
    const body: unknown = await answer.json();
    return {
      ordered: orderedSchema.safeParse(body).data,
      refused: refusedSchema.safeParse(body).data,
    };
  }

  function keepUse(
    { shop, contractId }: Opened,
    {
      chargedFrom,
      ...use
    }: Pick<Use, 'orderedAt' | 'isSure' | 'isAtOnce'> & { chargedFrom: Date | null },
  ): void {
    const edit = movedSince(shop, contractId, use.orderedAt);
    if (edit?.billingDate == null) {
      if (use.isSure) wrong.push(`${shop} ${contractId}: what was ordered has no date`);
      return;
    }
    const at = chargedFrom ?? new Date(edit.billingDate);
    const charges = [{ at, since: use.orderedAt }];
    uses.push({ contractId, cycle: edit.cycleIndex, ...use, charges });
  }

  /** Has it charged at once on its page, if the page offers that. */
  async function orderOnPage(contract: Opened): Promise<void> {
    const { shop, contractId } = contract;
    const context = { ...world.contextOf(shop), actor: '1' };
    const orderedAt = now();
    let isSure = false;
    try {
      const { changes, tag } = await getSubscriptionContract(context, String(contractId));
      if (!changes.includes('order')) return;
      await orderAsMerchant(context, String(contractId), tag);
      isSure = true;
      fault('page: order', String(contractId));
    } catch (error) {
      if (!(error instanceof ServiceError) && !(error instanceof PlatformError)) throw error;
      world.note(`page: order refused ${error.message}`);
    }
    keepUse(contract, { chargedFrom: null, orderedAt, isSure, isAtOnce: true });
  }

  async function call(contract: Opened): Promise<void> {
    const { contractId, shop } = contract;
    const key = chance.is(0.5) ? `scale-${contractId}-${now().getTime()}` : null;
    const isActive = contractOf(contract)?.status === 'ACTIVE';
    const diesAt = chance.is(0.15) ? chance.whole(1, 25) : undefined;
    const orderedAt = now();
    const keep = (chargedFrom: Date | null, isSure: boolean): void =>
      keepUse(contract, { chargedFrom, orderedAt, isSure, isAtOnce: false });
    const first = await order(contract, key, diesAt);
    const reason = first?.refused?.details.reason;
    world.note(`scale ${contractId} ${first?.ordered?.chargedFrom} ${reason}`);
    if (first === null) {
      fault('scale: interrupted');
      keep(null, false);
    }
    const ordered = first?.ordered;
    if (ordered === undefined) {
      if (reason === 'too soon') fault('scale: too soon');
      if (reason === 'paused') fault('scale: paused');
      if (first !== null) return;
    } else {
      if (!isActive) wrong.push(`${shop} ${contractId}: a paused subscription was ordered`);
      // An answer may also be that of an order that isn't over yet.
      if (new Date(ordered.orderedAt) >= orderedAt) {
        // Of a rotation's coffees one may be sold beyond its stock.
        const isGone = world.isSoldOut(shop) && shop !== world.shops[0];
        if (isGone) wrong.push(`${shop} ${contractId}: what is sold out was ordered`);
        fault('scale: ordered', String(contractId));
        keep(new Date(ordered.chargedFrom), true);
      }
    }
    if (!chance.is(0.6)) return;
    const again = await order(contract, key);
    const same = again?.ordered;
    if (first === null && same !== undefined && new Date(same.orderedAt) >= orderedAt) {
      keep(new Date(same.chargedFrom), true);
    }
    if (ordered === undefined || same === undefined) return;
    fault('scale: repeated');
    if (same.chargedFrom !== ordered.chargedFrom) {
      wrong.push(`${shop} ${contractId}: a repeated order is charged at ${same.chargedFrom}`);
    }
  }

  async function putOff(): Promise<void> {
    if (!uses.some(({ charges }) => (charges.at(-1)?.at ?? now()) > now())) return;
    const link = linkIn.exec(world.lastMailWith(putOffPath) ?? '')?.[0];
    if (link === undefined) return;
    const sealed = new URL(link).searchParams.get('order') ?? '';
    const { encryptionKeys } = world.contextOf(world.shops[0] ?? '');
    const named = sealedOrder(sealed, encryptionKeys);
    if (named === null || world.isShut(named.shop)) return;
    const days = chance.is(0.3) ? undefined : chance.oneOf(putOffDays.slice(0, 2));
    const ask = async () =>
      await world.ask(putOffPath, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ order: sealed, days }),
      });
    const since = now();
    const answer = await ask();
    world.note(`put off ${named.contract} ${days} ${answer?.status}`);
    if (answer?.status !== 200) return;
    const { shop, contract, cycle } = named;
    const own = uses.filter((use) => String(use.contractId) === contract && use.cycle === cycle);
    const edit = movedSince(shop, Number(contract), since);
    const at = days === undefined ? null : new Date(edit?.billingDate ?? 0);
    for (const { charges } of own) charges.push({ at, since });
    fault(days === undefined ? 'scale: left out' : 'scale: put off', contract);
    if ((await ask())?.status === 200)
      wrong.push(`${contract}/${cycle} was put off twice by a link`);
  }

  const happen: Happenings = {
    'scale calls': [
      0.5,
      async () => {
        const byUse = world.opened.filter(isByUse);
        if (byUse.length > 0) await call(chance.oneOf(byUse));
      },
    ],
    'scale of a paused one': [
      0.02,
      async () => {
        const byUse = world.opened.filter(isByUse);
        if (byUse.length === 0) return;
        const contract = chance.oneOf(byUse);
        await world.pauseFor(contract, chance.whole(1, 6));
        await call(contract);
      },
    ],
    'ordered on its page': [
      0.06,
      async () => {
        const byUse = world.opened.filter(isByUse);
        if (byUse.length > 0) await orderOnPage(chance.oneOf(byUse));
      },
    ],
    'order put off': [0.15, putOff],
  };
  return { deeds: { uses, wrong }, happen };
}

/** What the platform and our rows say of a usage-based contract. */
type Ordered = {
  id: number;
  timeZone: string;
  createdAt: Date;
  billingPolicy: { interval: string; intervalCount: number };
  attempts: readonly {
    cycleIndex: number;
    createdAt: string;
    completedAt: string | null;
    orderId: number | null;
  }[];
  rows: readonly { cycleIndex: number; state: string; reason: string }[];
  /** What its customer was to be told of orders by use. */
  notices: readonly { cycleIndex: number; about: string; state: string; at: Date | null }[];
  now: Date;
  /** Whether what was kept then is lost, or the date of a cycle was moved by somebody since. */
  isLost(at: Date): boolean;
  isMoved(cycle: number, since: Date): boolean;
  /** Whether the merchant has decided about it. */
  isDecided(cycle: number): boolean;
};

/**
 * Compares what was charged of a usage-based contract with what its scale ordered: only that, once, not before its customer could put it off for
 * twelve hours, and no sooner than the plan's interval after the order before.
 * @returns a sentence for each that isn't so
 */
export function judgeUses({ uses }: ScaleDeeds, contract: Ordered): string[] {
  const { id, attempts, rows, now, timeZone } = contract;
  const own = uses.filter(({ contractId }) => contractId === id);
  const wrong: string[] = [];
  for (const { cycleIndex, createdAt } of attempts) {
    const triedAt = new Date(createdAt);
    const ordered = own.filter(
      ({ cycle, orderedAt }) => cycle === cycleIndex && orderedAt <= triedAt,
    );
    const name = `cycle ${cycleIndex} was tried at ${createdAt}`;
    if (ordered.length === 0) wrong.push(`${name}, and nobody had ordered it`);
    if (contract.isDecided(cycleIndex)) continue;
    for (const { charges, orderedAt } of ordered) {
      const holds = charges.findLast(
        ({ since }) => since.getTime() + tolerance < triedAt.getTime(),
      );
      if (holds === undefined || contract.isMoved(cycleIndex, orderedAt)) continue;
      // What a restored backup has forgotten of a putting-off counts no more.
      if (contract.isLost(holds.since)) continue;
      if (holds.at === null) wrong.push(`${name}, though its customer had left it out`);
      else if (triedAt.getTime() < holds.at.getTime() - tolerance) {
        wrong.push(`${name}, before ${holds.at.toISOString()}`);
      }
    }
  }
  for (const { cycle, orderedAt, isSure, isAtOnce, charges } of own) {
    const [first] = charges;
    const last = charges.at(-1);
    if (first?.at == null || last === undefined) continue;
    const name = `cycle ${cycle}, ordered at ${orderedAt.toISOString()},`;
    const notice = first.at.getTime() - orderedAt.getTime();
    if (!isAtOnce && notice < noticeHours * hour - tolerance) {
      wrong.push(`${name} was to be charged ${Math.round(notice / 60_000)} minutes later`);
    }
    const paid = attempts.filter(({ orderId, completedAt }) => {
      return orderId !== null && completedAt !== null && new Date(completedAt) < orderedAt;
    });
    const before = new Date(paid.at(-1)?.completedAt ?? contract.createdAt);
    const from = intervalAfter(before, contract.billingPolicy, timeZone);
    if (first.at < from) {
      wrong.push(`${name} was for ${first.at.toISOString()}, before ${from.toISOString()}`);
    }
    if (!isSure || contract.isLost(orderedAt)) continue;
    const told = contract.notices.find(
      ({ cycleIndex, about }) =>
        cycleIndex === cycle && about.endsWith(first.at?.toISOString() ?? '-'),
    );
    if ((told === undefined) !== isAtOnce) {
      wrong.push(`${name} has ${isAtOnce ? 'a' : 'no'} notice for its customer`);
    }
    const tried = attempts.find(({ cycleIndex }) => cycleIndex === cycle);
    const toldAt = told?.state === 'sent' ? told.at : null;
    if (toldAt && tried && new Date(tried.createdAt) <= toldAt) {
      wrong.push(`${name} was told of at ${toldAt.toISOString()}, after it was charged`);
    }
    const isOver = last.at === null || last.at.getTime() > now.getTime() - longestLate;
    const row = rows.find(({ cycleIndex }) => cycleIndex === cycle);
    if (isOver || tried !== undefined) continue;
    if (row === undefined || (row.state === 'left' && row.reason === 'usage-based')) {
      wrong.push(`${name} was neither charged nor has a reason`);
    }
  }
  return wrong;
}

/** From when the next order may be charged, told without the engine's own code. */
function intervalAfter(
  last: Date,
  { interval, intervalCount }: Ordered['billingPolicy'],
  timeZone: string,
): Date {
  const day = dayIn(timeZone, last);
  const next =
    interval === 'WEEK' ? addDays(day, 7 * intervalCount) : addMonths(day, intervalCount);
  return startOfDay(timeZone, next);
}
