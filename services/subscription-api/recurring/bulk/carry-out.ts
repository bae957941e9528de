import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import {
  anyBulkChangeSchema,
  type BulkChangeBody,
  type BulkDecision,
} from '#contract/bulk-change.ts';
import { bulkTexts, type LeftOutReason } from '#contract/bulk-change-names.ts';
import { type ChangeContract, changeContractSchema } from '#contract/subscription-contract.ts';
import { ServiceError } from '../../service-error.ts';
import { storeTimeZoneOf } from '../../shop/store-time-zone.ts';
import type { ShopContext } from '../../shop-context.ts';
import { takeLease } from '../../store/lease.ts';
import {
  bulkChangeTable as changes,
  importLineTable as lines,
  bulkChangeRowTable as rows,
} from '../../store/schema.ts';
import { refusalOf } from '../billing/refused-shop.ts';
import { changeContract, changeTexts, isAsAsked } from '../contracts/change.ts';
import { findKeptContract, storeNowOf } from '../contracts/contract.ts';
import { checkImport } from '../importing/check.ts';
import { importOf } from '../importing/make.ts';
import { findBulkChange, getBulkChange, ofChange } from './bulk-change.ts';
import { type BulkRow, isAsShown, type Plan, planOf } from './plan.ts';

const atOnce = 4;
/** Longer than one batch may take. */
const leaseMilliseconds = 5 * 60_000;
const minute = 60_000;
/** After so many failures in a row, the platform must be to blame. */
const mostInVain = 20;
/** How often one that is busy, or that the platform fails at, is tried again, a minute later each time. */
const mostTries = 10;

const unsettled =
  'Shopify failed at this several times. Please look at the subscription to see how it stands.';
const takenBackBefore =
  'This change was taken back before Shopify said whether this was done. Please look at the subscription to see how it stands.';

type ChangeRow = typeof changes.$inferSelect;

/** Of a change the rows that aren't settled, as their places in its order. */
type OpenRows = {
  openAfter: (place: string, limit: number) => Promise<readonly OpenRow[]>;
  countOpen: () => Promise<number>;
  /** Why one is given up, for the merchant. */
  unsettled: string;
};

type OpenRow = {
  id: string;
  /** How often it was tried in vain. */
  tries: number;
  carryOut: () => Promise<void>;
  /** Tries it again a minute later, or gives it up. */
  tryLater: (why: string) => Promise<void>;
};

/**
 * Begins, stops or goes on with a change; does nothing where that was done already. What is being done at this moment is still done.
 * @throws ServiceError `not found`; `conflict` in the words of {@link bulkTexts}, so that a change never goes on beside its way back
 */
export async function decideBulkChange(
  context: ShopContext,
  id: string,
  decision: BulkDecision,
): Promise<void> {
  const { database, shop, jobs } = context;
  const { takesBack, preparedAt } = await findBulkChange(context, id);
  const from = { begin: 'prepared', stop: 'running', 'go on': 'stopped' } as const;
  const set = {
    begin: { state: 'running', begunAt: context.now() },
    stop: { state: 'stopped', stoppedBecause: null },
    'go on': { state: 'running', stoppedBecause: null, begunAt: context.now() },
  } as const;
  await database.transaction(async (transaction) => {
    const refuse = (message: string) => {
      throw new ServiceError('conflict', { message });
    };
    const former = { begin: takesBack, stop: null, 'go on': id }[decision];
    if (former !== null) {
      await transaction.select().from(changes).where(ofChange(context, former)).for('update');
      const { takenBackBy, begunAt, state } = await findBulkChange(
        { ...context, database: transaction },
        former,
      );
      if (decision === 'go on') {
        if (takenBackBy !== null) refuse(bulkTexts.goesOnNoMore);
      } else {
        if (takenBackBy !== null && takenBackBy !== id) refuse(bulkTexts.takenBackAlready);
        if (begunAt !== null && begunAt > preparedAt) refuse(bulkTexts.wentOn);
        // The clocks of two instances may differ.
        if (state === 'running') refuse(bulkTexts.stillRunning);
      }
    }
    const decided = await transaction
      .update(changes)
      .set(set[decision])
      .where(and(ofChange(context, id), eq(changes.state, from[decision])))
      .returning({ id: changes.id });
    if (decided.length === 0 || decision === 'stop') return;
    if (decision === 'begin' && takesBack !== null) {
      // Nothing else settles them anymore. The way back asks what became of them.
      await transaction
        .update(rows)
        .set({ state: 'refused', reason: takenBackBefore })
        .where(and(eq(rows.shop, shop), eq(rows.changeId, takesBack), eq(rows.state, 'doing')));
    }
    if (decision === 'go on') {
      // What was tried in vain before says nothing of how it goes now.
      const again = { tries: 0 };
      await transaction
        .update(rows)
        .set(again)
        .where(and(eq(rows.shop, shop), eq(rows.changeId, id), gt(rows.tries, 0)));
      await transaction
        .update(lines)
        .set(again)
        .where(and(eq(lines.shop, shop), eq(lines.changeId, id), gt(lines.tries, 0)));
    }
    await jobs.send(transaction, 'change-many', { shop, change: id });
  });
  jobs.wake();
}

/** Has the change gone on with in a minute, once however often this is called meanwhile. */
async function goOnLater({ database, shop, jobs }: ShopContext, change: string): Promise<void> {
  const at = new Date(Math.ceil(((await jobs.now(database)).getTime() + minute) / 1000) * 1000);
  const key = `${change} ${Math.floor(at.getTime() / minute)}`;
  await jobs.send(database, 'change-many', { shop, change }, { startAfter: at, key });
}

/**
 * Carries out a change, or checks the lines of an import, for as long as `signal` lets it, and has the shop's next job go on. One process at a time works on a change. It may die at
 * any moment: what it was doing is settled by how the platform has the subscription then.
 * @throws the platform's first failure where it did nothing but fail; call it again later
 */
export async function carryOutBulkChange(
  context: ShopContext,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const { database, shop, jobs, logger } = context;
  const [known] = await database.select().from(changes).where(ofChange(context, id));
  if (known?.state === 'checking') return await checkImport(context, id, signal);
  if (known?.state !== 'running') return;
  const lease = await takeLease(database, { shop, name: `bulk ${id}` }, () => leaseMilliseconds);
  if (lease === null) return await goOnLater(context, id);
  // The timeline names who asked for it.
  const asMerchant = { ...context, actor: known.actor };
  const change = anyBulkChangeSchema.parse(known.change);
  const doing: OpenRows =
    change.change === 'import' ? importOf(asMerchant, id) : bulkOf(asMerchant, known, change);
  const failed: OpenRow[] = [];
  const failures: unknown[] = [];
  let [done, inVain] = [0, 0];
  let refusal: unknown;
  let after = '';
  const one = async (row: OpenRow): Promise<void> => {
    try {
      await row.carryOut();
      done += 1;
      inVain = 0;
    } catch (error) {
      if (refusalOf(error) !== null) refusal ??= error;
      logger.warn({ error, shop, change: id, row: row.id }, 'one of many failed');
      failures.push(error);
      failed.push(row);
      inVain += 1;
    }
  };
  try {
    while (!signal.aborted && inVain < mostInVain && refusal === undefined) {
      const some = await doing.openAfter(after, atOnce);
      const isRunning =
        (await database.$count(changes, and(ofChange(context, id), eq(changes.state, 'running')))) >
        0;
      if (some.length === 0 || !isRunning || !(await lease.keep())) break;
      await Promise.all(some.map(one));
      after = some.at(-1)?.id ?? after;
    }
  } finally {
    await lease.end();
  }
  const stop = async (stoppedBecause: string): Promise<void> => {
    await database
      .update(changes)
      .set({ state: 'stopped', stoppedBecause })
      .where(and(ofChange(context, id), eq(changes.state, 'running')));
  };
  if (refusal instanceof ServiceError) return await stop(refusal.message);
  // If everything fails, the rows aren't the cause, so none is given up. The job retries for hours.
  if (done === 0 && failed.some(({ tries }) => tries >= mostTries)) {
    const { counts } = await getBulkChange(context, id);
    // Others were done, and these alone are left.
    const areToBlame = counts.done > 0 && failed.length === counts.waiting + counts.doing;
    if (!areToBlame) return await stop(bulkTexts.nothingSucceeds);
  }
  for (const row of failed) await row.tryLater(doing.unsettled);
  const open = await doing.countOpen();
  if (open > 0 && done === 0 && failures.length > 0) throw failures[0];
  if (open === 0) {
    await database
      .update(changes)
      .set({ state: 'done', endedAt: context.now() })
      // Whoever stopped it while the last ones were done has stopped nothing.
      .where(and(ofChange(context, id), inArray(changes.state, ['running', 'stopped'])));
  } else if (signal.aborted) {
    await jobs.send(database, 'change-many', { shop, change: id });
  } else {
    await goOnLater(context, id);
  }
  jobs.wake();
}

/** How the subscriptions of one change are done. */
function bulkOf(
  context: ShopContext,
  { id, takesBack }: Pick<ChangeRow, 'id' | 'takesBack'>,
  change: BulkChangeBody,
): OpenRows {
  const { database, shop } = context;
  const ofRow = (contract: string) =>
    and(eq(rows.shop, shop), eq(rows.changeId, id), eq(rows.contractId, contract));
  const isOpen = inArray(rows.state, ['waiting', 'doing']);

  async function settle(
    contract: string,
    set: { state: 'left out'; reason: LeftOutReason } | { state: 'refused'; reason: string },
  ): Promise<void> {
    await database
      .update(rows)
      .set(set)
      .where(and(ofRow(contract), isOpen));
  }

  const plannedOf = ({ asked, back }: BulkRow): Plan | null =>
    asked === null
      ? null
      : {
          asked: changeContractSchema.parse(asked),
          back: back === null ? null : changeContractSchema.parse(back),
        };

  /** Tries one again a minute later, or gives it up. What was begun stays so; anything else is planned anew then. */
  async function tryLater(contract: string, why: string): Promise<void> {
    const [row] = await database
      .select()
      .from(rows)
      .where(and(ofRow(contract), isOpen));
    if (row === undefined) return;
    if (row.tries >= mostTries) return await settle(contract, { state: 'refused', reason: why });
    await database
      .update(rows)
      .set({ tries: row.tries + 1 })
      .where(and(ofRow(contract), isOpen));
  }

  async function carryOut(row: BulkRow): Promise<void> {
    const { contractId: contract } = row;
    const wasBegun = row.state === 'doing';
    const kept = await findKeptContract(context, contract);
    if (kept === null)
      return await settle(contract, { state: 'refused', reason: changeTexts.gone });
    const store = await storeNowOf(context, storeTimeZoneOf);
    const plan = plannedOf(row) ?? planOf(change, kept, row, store);
    if ('leftOut' in plan)
      return await settle(contract, { state: 'left out', reason: plan.leftOut });
    if ('refused' in plan)
      return await settle(contract, { state: 'refused', reason: plan.refused });
    const { asked, back } = plan;
    const isIn = (state: ChangeContract) => isAsAsked(kept, state, store);
    // What is taken back was planned long ago.
    const isSame = (back === null || isIn(back)) && isAsShown(kept, asked, row);
    if (!wasBegun && !isSame && !isIn(asked)) {
      return await settle(contract, { state: 'refused', reason: changeTexts.changed });
    }
    // Kept before the platform is asked, so that whoever comes after a crash asks for the very same.
    await database
      .update(rows)
      .set({ state: 'doing', asked, back })
      .where(and(ofRow(contract), isOpen));
    try {
      const isChanged = await changeContract(context, contract, asked, {
        by: { who: 'merchant' },
        isSeen: (seen, wasRight) =>
          wasRight &&
          (back === null || isAsAsked(seen, back, store)) &&
          isAsShown(seen, asked, row),
        details: { bulk: id },
        ...(wasBegun && { begunFrom: back }),
        keep: async (at) => {
          // It may have been given up meanwhile.
          const isDone = and(ofRow(contract), inArray(rows.state, ['doing', 'refused']));
          const kept = await at.database
            .update(rows)
            .set({ state: 'done', reason: null })
            .where(isDone)
            .returning({ id: rows.contractId });
          return kept.length > 0;
        },
      });
      if (!isChanged) await settle(contract, { state: 'left out', reason: 'as asked' });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const isBusy = error.message === changeTexts.busy;
      // What nobody had begun is looked at once more as it is by now.
      const isAnew = error.message === changeTexts.changed && !wasBegun;
      if (error.kind === 'conflict' && (isBusy || isAnew)) {
        if (!wasBegun) {
          const planned = takesBack === null ? { asked: null, back: null } : {};
          const begun = and(ofRow(contract), eq(rows.state, 'doing'));
          await database
            .update(rows)
            .set({ state: 'waiting', ...planned })
            .where(begun);
        }
        return await tryLater(contract, error.message);
      }
      const isFinal = error.kind === 'conflict' || error.kind === 'not found';
      if (!isFinal) throw error;
      await settle(contract, { state: 'refused', reason: error.message });
    }
  }

  const isOpenOfChange = and(eq(rows.shop, shop), eq(rows.changeId, id), isOpen);
  return {
    async openAfter(place, limit) {
      const some = await database
        .select()
        .from(rows)
        .where(and(isOpenOfChange, gt(rows.contractId, place)))
        .orderBy(asc(rows.contractId))
        .limit(limit);
      return some.map((row) => ({
        ...{ id: row.contractId, tries: row.tries },
        carryOut: () => carryOut(row),
        tryLater: (why) => tryLater(row.contractId, why),
      }));
    },
    countOpen: () => database.$count(rows, isOpenOfChange),
    unsettled,
  };
}
