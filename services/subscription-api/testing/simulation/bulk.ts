import { asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { BulkChangeBody, BulkFilter } from '#contract/bulk-change.ts';
import { addDays, dayIn } from '#contract/calendar.ts';
import { cancelReasons } from '#contract/subscription-contract-names.ts';
import { PlatformError } from '../../platform/platform-error.ts';
import { decideBulkChange } from '../../recurring/bulk/carry-out.ts';
import { prepareBulkChange } from '../../recurring/bulk/prepare.ts';
import { ServiceError } from '../../service-error.ts';
import type { Database } from '../../store/database.ts';
import {
  bulkChangeTable,
  bulkChangeRowTable as rowTable,
  timelineEntryTable,
} from '../../store/schema.ts';
import type { BetweenTries } from './between-tries.ts';
import type { Happenings, World } from './world.ts';

/** What one change did to a subscription, as the platform has it: a status, a price, a variant or a day. */
type Done = { was: string; is: string; times: number };

type Change = {
  id: string;
  shop: string;
  body: BulkChangeBody;
  at: Date;
  isBack: boolean;
  /** How each that was shown in the preview shall be, by our own reckoning, and the cycle that is moved. */
  wanted: Map<number, { value: string; cycle: number | null }>;
  done: Map<number, Done>;
  /** How each was when it was last looked at. */
  seen: Map<number, string>;
  /** Those that somebody else changed since, or had so already, of which the app hadn't heard. */
  others: Set<number>;
  /** After how many it is stopped in the middle. */
  stopsAfter: number | null;
};

export type BulkDeeds = {
  changes: readonly Change[];
  wrong: readonly string[];
};

/** Variants that lines hold since, by whoever. */
type Replaced = {
  replaced: readonly Pick<BetweenTries['changes'][number], 'contractId' | 'at' | 'was' | 'is'>[];
};

const kinds = ['pause', 'resume', 'cancel', 'move', 'replace', 'price', 'price'] as const;
const bulkSchema = z.object({ bulk: z.string() });
const filters: readonly BulkFilter[] = [{}, { status: 'ACTIVE' }, { next: '7 days' }];
/** Pausing all would leave little to bill. */
const narrow: BulkFilter = { next: '7 days' };

/** Changes of many subscriptions at once, which workers die of, merchants stop and take back. Only one at a time changes a shop. */
export function bulkOf(
  world: World,
  tellChange: (change: BetweenTries['changes'][number]) => void,
) {
  const { chance, platform, now, fault } = world;
  const changes: Change[] = [];
  const wrong: string[] = [];
  const running = new Map<string, Change>();
  /** The shop whose change a job carries out at this moment. */
  let working: string | null = null;
  const contextOf = (shop: string) => ({ ...world.contextOf(shop), actor: '1' });

  /** What a change is about, as the platform has it. */
  function shownOf({ shop, body }: Change, contractId: number, cycle: number | null): string {
    const store = platform.storeOf(shop);
    const contract = store.tables.contracts.get(contractId);
    const [line] = contract?.lines ?? [];
    switch (body.change) {
      case 'price':
        return Number(line?.currentPrice).toFixed(2);
      case 'replace':
        return String(line?.variantId);
      case 'move': {
        const edits = [...store.editsByContract.get(contractId)];
        const date = edits.find(({ cycleIndex }) => cycleIndex === cycle)?.billingDate;
        return date == null ? '' : dayIn(store.shop.timezone, new Date(date));
      }
      default:
        return String(contract?.status);
    }
  }

  function look(change: Change): void {
    for (const [contractId, { value, cycle }] of change.wanted) {
      const is = shownOf(change, contractId, cycle);
      const was = change.seen.get(contractId) ?? is;
      if (is === was) continue;
      change.seen.set(contractId, is);
      const times = (change.done.get(contractId)?.times ?? 0) + 1;
      change.done.set(contractId, { was: change.done.get(contractId)?.was ?? was, is, times });
      const name = `${change.shop} ${contractId}: a bulk ${change.body.change}`;
      if (is !== value) wrong.push(`${name} made it ${is} instead of ${value}`);
      if (times > 1) wrong.push(`${name} was done ${times} times`);
      tellWitness(change, contractId, cycle, was, is);
    }
  }

  function tellWitness(
    change: Change,
    contractId: number,
    cycle: number | null,
    was: string,
    is: string,
  ) {
    world.note(`bulk ${change.body.change} ${contractId} ${was} ${is}`);
    world.touch(contractId);
    const { body } = change;
    if (is === 'PAUSED') world.stand(contractId, body.change === 'pause' ? body.until : undefined);
    if (is === 'ACTIVE') world.goOn(contractId);
    if (is === 'CANCELLED') world.end(contractId);
    if (body.change === 'price') world.priced(contractId, is, change.isBack);
    if (body.change === 'move' && cycle !== null) world.moved(contractId, cycle);
    if (body.change === 'replace') {
      const { shop } = change;
      tellChange({ shop, contractId, cycleIndex: null, kind: 'product', was, is, at: now() });
    }
  }

  /** By our own arithmetic, from the platform's records. */
  function wantedOf(change: Change, contractId: number, day: string | null): string {
    const { body } = change;
    switch (body.change) {
      case 'pause':
        return 'PAUSED';
      case 'cancel':
        return 'CANCELLED';
      case 'replace':
        return body.by.id;
      case 'move':
        return 'days' in body.to && day !== null ? addDays(day, body.to.days) : '';
      case 'price': {
        if ('amount' in body.to) return (body.to.amount / 100).toFixed(2);
        const before = Math.round(Number(shownOf(change, contractId, null)) * 100);
        return (Math.round((before * (10_000 + body.to.basisPoints)) / 10_000) / 100).toFixed(2);
      }
      default:
        return 'ACTIVE';
    }
  }

  function bodyFor(shop: string): BulkChangeBody {
    const { variants } = platform.storeOf(shop).tables;
    const sold = world.opened.find((one) => one.shop === shop);
    const line = platform.storeOf(shop).tables.contracts.get(sold?.contractId ?? 0)?.lines[0];
    const variant = { id: String(line?.variantId), name: 'A' };
    const zone = platform.storeOf(shop).shop.timezone;
    switch (chance.oneOf(kinds)) {
      case 'pause': {
        const until = addDays(dayIn(zone, now()), chance.whole(2, 12));
        return { change: 'pause', ...(chance.is(0.9) && { until }) };
      }
      case 'resume':
        return { change: 'resume' };
      case 'cancel':
        return { change: 'cancel', reason: chance.oneOf(cancelReasons) };
      case 'move':
        return { change: 'move', to: { days: -chance.whole(1, 3) } };
      case 'replace': {
        // What rotates is chosen by its rotation.
        if (shop === world.shops[0]) return { change: 'resume' };
        const others = variants.all().filter(({ id }) => id !== line?.variantId);
        return {
          change: 'replace',
          variant,
          by: { id: String(chance.oneOf(others).id), name: 'B' },
        };
      }
      case 'price':
        return {
          change: 'price',
          variant,
          to: chance.is(0.7)
            ? { basisPoints: chance.oneOf([-750, 333, 1000]) }
            : {
                amount: chance.whole(1000, 4000),
                currencyCode: platform.storeOf(shop).shop.currencyCode,
              },
        };
    }
  }

  async function begin(
    shop: string,
    asked:
      | { body: BulkChangeBody; filter: BulkFilter; contracts?: string[] }
      | { takesBack: Change },
  ): Promise<void> {
    const context = contextOf(shop);
    const isBack = 'takesBack' in asked;
    const body = isBack ? asked.takesBack.body : asked.body;
    const { id } = await prepareBulkChange(
      context,
      isBack ? { takesBack: asked.takesBack.id } : { ...asked, change: body },
    );
    const change: Change = {
      ...{ id, shop, body, at: now(), isBack, wanted: new Map(), done: new Map() },
      others: new Set(),
      ...{ seen: new Map(), stopsAfter: chance.is(0.4) ? chance.whole(1, 4) : null },
    };
    const rows = await world.database
      .select()
      .from(rowTable)
      .where(eq(rowTable.changeId, id))
      .orderBy(asc(rowTable.contractId));
    for (const { contractId: tail, state, cycleIndex: cycle, day, newDay } of rows) {
      if (state !== 'waiting') continue;
      const contractId = Number(tail);
      const former = isBack ? asked.takesBack.done.get(contractId)?.was : undefined;
      const isMovedBack = isBack && body.change === 'move';
      const value = isMovedBack ? (newDay ?? '') : (former ?? wantedOf(change, contractId, day));
      change.wanted.set(contractId, { value, cycle });
      const is = shownOf(change, contractId, cycle);
      change.seen.set(contractId, is);
      if (is === value) change.others.add(contractId);
    }
    if (change.wanted.size === 0) return;
    changes.push(change);
    running.set(shop, change);
    await decideBulkChange(context, id, 'begin');
    fault(isBack ? 'bulk: taken back' : `bulk: ${body.change}`, shop);
    if (chance.is(0.6)) world.interruptMany();
    tend(change);
  }

  /** Goes on with a change that was stopped, and takes some back that are over. */
  function tend(change: Change): void {
    const { id, shop } = change;
    world.afterDays(1, async () => {
      const [row] = await world.database
        .select()
        .from(bulkChangeTable)
        .where(eq(bulkChangeTable.id, id));
      if (row?.state === 'running' || row?.state === 'stopped') {
        if (row.state === 'stopped' && !world.isShut(shop)) {
          await decideBulkChange(contextOf(shop), id, 'go on');
          fault('bulk: gone on', shop);
        }
        tend(change);
        return;
      }
      running.delete(shop);
      if (row === undefined || change.isBack || change.done.size === 0 || !chance.is(0.5)) return;
      world.afterDays(chance.whole(0, 3), async () => {
        if (running.has(shop) || world.isShut(shop)) return;
        await attempt(() => begin(shop, { takesBack: change }));
      });
    });
  }

  /** What the platform or the app refuses isn't begun. */
  async function attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ServiceError) && !(error instanceof PlatformError)) throw error;
      world.note(`bulk refused ${error.message}`);
    }
  }

  const happen: Happenings = {
    'bulk change': [
      0.03,
      async () => {
        const shop = chance.oneOf(world.shops);
        const body = bodyFor(shop);
        const filter = body.change === 'pause' ? narrow : chance.oneOf(filters);
        const own = world.opened.filter((one) => one.shop === shop);
        if (running.has(shop) || world.isShut(shop) || own.length === 0) return;
        // Some are ticked one by one, or nobody would be left.
        const ticked = () => Array.from({ length: 3 }, () => String(chance.oneOf(own).contractId));
        const chosen = body.change === 'cancel' ? { contracts: ticked() } : {};
        await attempt(() => begin(shop, { body, filter, ...chosen }));
      },
    ],
  };
  return {
    deeds: { changes, wrong } satisfies BulkDeeds,
    happen,
    /** Tells that a job of this shop's change begins, or that none goes on any more. */
    work(shop: string | null): void {
      working = shop;
      const change = shop === null ? undefined : running.get(shop);
      for (const [contractId, { cycle }] of change?.wanted ?? []) {
        if (change === undefined) break;
        const is = shownOf(change, contractId, cycle);
        if (is !== change.seen.get(contractId)) change.others.add(contractId);
        change.seen.set(contractId, is);
      }
    },
    /** Looks after each call of the platform whether a change did something by it. */
    look(): void {
      const change = working === null ? undefined : running.get(working);
      if (change !== undefined) look(change);
    },
    /** Stops a change of which some are done, as a merchant does who sees it go on. */
    async stop(): Promise<void> {
      const change = working === null ? undefined : running.get(working);
      if (change?.stopsAfter == null || change.done.size < change.stopsAfter) return;
      change.stopsAfter = null;
      await decideBulkChange(contextOf(change.shop), change.id, 'stop');
      fault('bulk: stopped', change.shop);
    },
  };
}

/**
 * Compares what changes of many say with what the platform has: whoever is said to be changed was, once, as it was shown and with one entry in the
 * timeline, and nobody else.
 * @param isLost tells what our database forgot
 * @returns a sentence for each that isn't so
 */
export async function judgeBulk(
  { changes, wrong: seen, replaced }: BulkDeeds & Replaced,
  database: Database,
  isLost: (at: Date) => boolean,
  ordersOf: (contractId: number) => readonly { variantId: number; at: Date }[],
): Promise<string[]> {
  const wrong = [...seen];
  const kept = await database.select().from(bulkChangeTable);
  const rows = await database.select().from(rowTable);
  const entries = await database.select().from(timelineEntryTable);
  const told = new Map<string, number>();
  for (const { contractId, details } of entries) {
    const key = `${bulkSchema.safeParse(details).data?.bulk} ${contractId}`;
    told.set(key, (told.get(key) ?? 0) + 1);
  }
  for (const { id, shop, at, body, done, wanted, others } of changes) {
    // It may have gone on for days.
    if ([0, 1, 2, 3].some((days) => isLost(new Date(at.getTime() + days * 86_400_000)))) continue;
    const name = `${shop}: the bulk ${body.change} of ${at.toISOString()}`;
    const state = kept.find((row) => row.id === id)?.state;
    if (state !== 'done' && state !== 'stopped') wrong.push(`${name} is ${state} for ever`);
    for (const row of rows.filter(({ changeId }) => changeId === id)) {
      const contractId = Number(row.contractId);
      const times = told.get(`${id} ${row.contractId}`) ?? 0;
      const was = done.get(contractId);
      const isSaid = row.state === 'done';
      const isOthers = isSaid && was === undefined && others.has(contractId);
      if (isSaid !== (was !== undefined) && !isOthers) {
        wrong.push(`${name}: ${contractId} is ${row.state}, and the platform says ${was?.is}`);
      }
      if (times !== (isSaid ? 1 : 0)) {
        wrong.push(`${name}: ${contractId} is ${row.state}, and told ${times} times`);
      }
      if (was !== undefined && !wanted.has(contractId)) {
        wrong.push(`${name}: ${contractId} wasn't among those that were shown`);
      }
    }
  }
  for (const contractId of new Set(replaced.map((one) => one.contractId))) {
    const own = replaced.filter((one) => one.contractId === contractId);
    for (const { variantId, at } of ordersOf(contractId)) {
      const last = own.findLast((one) => one.at <= at)?.is ?? own[0]?.was;
      if (String(variantId) !== last) {
        wrong.push(
          `${contractId}: the order of ${at.toISOString()} held ${variantId} instead of ${last}`,
        );
      }
    }
  }
  return wrong;
}
