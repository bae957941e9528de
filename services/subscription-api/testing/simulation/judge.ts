import { dayIn, hourOfDay, startOfDay } from '#contract/calendar.ts';
import type { platformInProcess } from '#services/local-platform/testing.ts';
import type { Database } from '../../store/database.ts';
import {
  billingAttemptTable,
  billingSettingsTable,
  customerNoticeTable,
  cycleBillingTable,
  mirrorRepairTable,
  orderExtraTable,
} from '../../store/schema.ts';
import { type BetweenTries, contractAt, judgeBetweenTries } from './between-tries.ts';
import { type BulkDeeds, judgeBulk } from './bulk.ts';
import { listCycles } from './cycles.ts';
import { type ExtraDeeds, judgeExtras } from './extras.ts';
import { judgeFailureNotices } from './failure-notices.ts';
import { type ImportDeeds, judgeImports } from './imports.ts';
import { judgeNotices, type ParcelDeeds } from './notices.ts';
import { isOurs, judgeOthers } from './others.ts';
import type { PageDeeds } from './page-changes.ts';
import { judgeLimits, judgeOpen, type PaymentDeeds } from './payments.ts';
import type { Usage } from './plans.ts';
import { isSo } from './reasons.ts';
import { judgeRefused, type RefusedDeeds } from './refused-addresses.ts';
import { judgeReminders, type ReminderDeeds } from './reminders.ts';
import { judgeRenames, type RenameDeeds } from './renames.ts';
import { judgeRoastDays, type RoastDeeds } from './roast-days.ts';
import { coffeePriceOf, judgeCoffees, type RotationDeeds } from './rotations.ts';
import { judgeUses, type ScaleDeeds } from './scales.ts';
import { freeSince, heldByAttempts, heldByFailures, type NewCard } from './standstills.ts';
import { judgeStores, type StoreDeeds } from './stores.ts';
import { judgeUnsubscribing, type UnsubscribingDeeds } from './unsubscribing.ts';
import type { Contract, Period } from './world.ts';

const day = 86_400_000;
/** Allows for different clocks, and for a call that is under way. */
const tolerance = 5 * 60_000;
/** An attempt is listed after 7 open days. This allows a day more. */
const longestOpen = 8 * day;

/** The full sweep is weekly, and a store may be frozen for more than a week. */
const mostBetweenSweeps = 17 * day;

/** How late an order may be that nothing delays. After a lost webhook or an outage, the nightly sweep catches up. */
const latest = 1.5 * day;
/**
 * The nightly sweep doesn't see a date that was moved while its webhook got lost. The comparison does, on the nights that have one here, and
 * the week's sweep. Dates are moved 22 days ahead at most.
 */
const latestMoved = 7 * day + latest;
const mostAhead = 22 * day;

export type Judgement = {
  cycles: number;
  orders: number;
  /** To merchants. */
  mails: number;
  /** The number of cycles without an order, by reason. */
  reasons: Record<string, number>;
  /** Violations, one sentence each. */
  wrong: string[];
  /** The platform's attempts, and our reasons, in order. */
  ledger: string[];
};

const minor = (amount: string): number => Math.round(Number(amount) * 100);

/** The simulation's own deeds, beside what the platform and our rows say. */
export type Witness = {
  stops: readonly Period[];
  pauses: readonly Period[];
  /** When the app was down, or one store refused access. */
  downs: readonly Period[];
  /** Periods that our database lost to a restored backup. */
  lost: readonly Period[];
  /** By the contract's number. */
  usage: ReadonlyMap<number, Usage>;
  /** The merchant's decisions, by contract and cycle; `lost` if a restored database doesn't know them. */
  decisions: ReadonlyMap<string, { decision: string; at: Date; firstAt: Date }>;
  /** New cards under the id that a method has. */
  cards: readonly { paymentMethodId: number; at: Date; isHeard: boolean }[];
  /** Moved dates, by the contract's and the cycle's number. Tries before the move followed the former date. */
  moves: readonly { contractId: number; cycleIndex: number; at: Date }[];
  /**
   * Prices set by hand, for good; null where what was set was taken back, and the plan's holds again. One set during a charge may come between the engine's reading of a price and its writing, which the platform
   * offers no way to prevent.
   */
  prices: readonly { contractId: number; at: Date; price: string | null; isInCharge: boolean }[];
  /** Calls to frozen stores after their second day, beyond one probe a day and those that webhooks and stops of billing cause. */
  callsOfFrozen: number;
  rotations: RotationDeeds;
  scales: ScaleDeeds;
  extras: ExtraDeeds;
  bulk: BulkDeeds;
  roastDays: RoastDeeds;
  touches: readonly { contractId: number; at: Date; isHeard: boolean }[];
  parcels: ParcelDeeds;
  payments: PaymentDeeds;
  betweenTries: BetweenTries;
  pageChanges: PageDeeds;
  stores: StoreDeeds;
  unsubscribing: UnsubscribingDeeds;
  imports: ImportDeeds;
  renames: RenameDeeds;
  refusedAddresses: RefusedDeeds;
  reminders: ReminderDeeds;
  mails: { id: string; to: string; subject: string; text: string; at: Date }[];
  texts: { to: string; at: Date }[];
  /** Where the customer with an address or a number lives; null for a merchant. */
  zoneOf: (to: string) => string | null;
  domain: string;
  /** How many jobs that send mails were run by a worker that died. Each may have sent its mail already. */
  mailsInterrupted: number;
};

/** Compares the platform's records with what should be: one order or one reason for every cycle, in its time and at its price. */
export async function judge({
  database,
  platform,
  shops,
  now,
  ...witness
}: {
  database: Database;
  platform: ReturnType<typeof platformInProcess>;
  shops: readonly string[];
  now: Date;
} & Witness): Promise<Judgement> {
  const { stops, pauses, downs, lost, usage, decisions, moves, prices } = witness;
  const { limits } = witness.payments;
  const judgement: Judgement = {
    cycles: 0,
    orders: 0,
    mails: 0,
    reasons: {},
    wrong: [],
    ledger: [],
  };
  const settings = await database.select().from(billingSettingsTable);
  const rows = await database.select().from(cycleBillingTable);
  const begun = await database.select().from(billingAttemptTable);
  const notices = await database.select().from(customerNoticeTable);
  const held = { ...witness.betweenTries, ...witness.pageChanges };
  const cyclesOf = new Map<number, { cycleIndex: number; expectedAt: Date }[]>();
  for (const shop of shops) {
    const { tables, attemptsByContract, editsByContract, shop: record } = platform.storeOf(shop);
    const own = settings.find((row) => row.shop === shop);
    if (own?.wentLiveAt == null) continue;
    const isOff = own.stoppedAt !== null;
    const closed = witness.stores.closed.filter(({ of }) => of === shop);
    for (const contract of tables.contracts.all()) {
      const { id, status, originOrderId } = contract;
      const attempts = attemptsByContract.get(id);
      const isOf = ({ of }: Period) => [shop, String(id), 'all'].includes(of);
      const made = attempts.filter(({ orderId }) => orderId !== null);
      const orderedAt = [
        ...(originOrderId === null ? [] : [contract.createdAt]),
        ...made.map((one) => one.completedAt ?? one.createdAt),
      ].map((at) => new Date(at));
      const completeAt = orderedAt[(contract.billingPolicy.maxCycles ?? 0) - 1];
      const standstills = [
        ...[...stops, ...pauses, ...downs, ...lost, ...limits].filter(isOf),
        ...heldByAttempts(attempts, newCardsOf(witness, contract)),
        ...[own.stoppedAt, completeAt].flatMap((at) => (at ? { from: at, to: null } : [])),
      ];
      const tell = (text: string): void => void judgement.wrong.push(`${shop} ${id}: ${text}`);
      const from = new Date(own.wentLiveAt.getTime() - day);
      const cycles = await listCycles(platform, { shop, contractId: id, from, to: now });
      cyclesOf.set(
        id,
        cycles.map(({ cycleIndex, billingAttemptExpectedDate: expectedAt }) => {
          return { cycleIndex, expectedAt };
        }),
      );
      for (const cycle of cycles) {
        const { cycleIndex, billingAttemptExpectedDate } = cycle;
        const key = `cadence/${shop}/${id}/${cycleIndex}/`;
        const mine = attempts.filter(({ idempotencyKey }) => idempotencyKey.startsWith(key));
        const paid = mine.filter(({ orderId }) => orderId !== null);
        const row = rows.find(
          (one) => one.contractId === String(id) && one.cycleIndex === cycleIndex,
        );
        // Computed here, so that the engine isn't compared with itself.
        const dueDay = dayIn(record.timezone, billingAttemptExpectedDate);
        const dueAt = hourOfDay(record.timezone, dueDay, own.hour);
        const name = `cycle ${cycleIndex} (due ${dueAt.toISOString()}; ${row?.state}, ${row?.reason})`;
        const kind = usage.get(id);
        const isByUse = kind === 'usage-based';
        const ownMoves = moves.filter(
          (move) => move.contractId === id && move.cycleIndex === cycleIndex,
        );
        const early = mine.find(({ createdAt }) => {
          const triedAt = new Date(createdAt);
          const isBefore = triedAt.getTime() < dueAt.getTime() - tolerance;
          return isBefore && !ownMoves.some(({ at }) => at > triedAt);
        });
        if (early !== undefined && !isByUse)
          tell(`${name} was tried too early, at ${early.createdAt}`);
        const decided = decisions.get(`${id}/${cycleIndex}`);
        const mayBeTried = kind === undefined || isByUse || (kind === 'usage unknown' && decided);
        if (mine.length > 0 && !mayBeTried) tell(`${name} was tried, and is ${kind}`);
        const [first] = mine;
        const wasMoved = (until: Date) =>
          ownMoves.some(({ at }) => {
            const since = until.getTime() - at.getTime();
            return since >= 0 && since <= mostAhead + latestMoved;
          });
        const isLate = (until: Date) => {
          const limit = wasMoved(until) ? latestMoved : latest;
          const held = [
            ...standstills,
            ...heldByFailures(mine),
            // The merchant may decide about it long after.
            ...[decided?.firstAt, decided?.at].flatMap((to) =>
              to !== undefined && to < until ? { from: dueAt, to } : [],
            ),
          ];
          return until.getTime() - freeSince(dueAt, until, held, limit) > limit;
        };
        if (first !== undefined && !isByUse && isLate(new Date(first.createdAt)))
          tell(`${name} was tried too late, at ${first.createdAt}`);
        if (paid.length > 1) tell(`${name} was charged twice`);
        judgement.orders += paid.length;
        // An order that has just fallen due may not be charged yet.
        if (dueAt.getTime() > now.getTime() - 2 * day) continue;
        judgement.cycles += 1;
        if (paid.length > 0) {
          // If a restored database forgot the order, the platform's word is enough. One that was listed then may be decided anew.
          const isForgotten =
            (row === undefined || (decided !== undefined && decided.decision !== 'lost')) &&
            isWithin(lost, new Date(paid[0]?.createdAt ?? now));
          if (row?.state !== 'paid' && !isForgotten)
            tell(`${name} has an order, and we say otherwise`);
          continue;
        }
        const waitsFor = row?.state === 'open' ? row.nextAt?.getTime() : undefined;
        if (waitsFor !== undefined && waitsFor < now.getTime() - latest && !isOff) {
          tell(`${name} is forgotten`);
        }
        const reason = reasonOf(row, { ...cycle, contractStatus: status, isOff, kind });
        const reasonedAt = row?.changedAt ?? now;
        const known = {
          ...{ cycleIndex, kind, attempts, closed, stoodStill: !isLate(reasonedAt) },
          ...{ dueAt: dueAt.getTime(), at: reasonedAt.getTime() },
          ...{ startsAt: cycle.cycleStartAt.getTime(), wentLiveAt: own.wentLiveAt.getTime() },
          ...{ completeAt: completeAt?.getTime(), decision: decided?.decision },
          isLeftOut: witness.scales.uses.some(
            (use) =>
              use.contractId === id && use.cycle === cycleIndex && use.charges.at(-1)?.at === null,
          ),
          isUntold: notices.some(
            (one) =>
              one.contractId === String(id) &&
              one.cycleIndex === cycleIndex &&
              one.notice === 'orderByUse' &&
              one.state !== 'sent',
          ),
          pauses: pauses.filter(isOf),
          frozen: downs.filter((one) => one.of === shop && !closed.some((other) => other === one)),
          laterDays: cycles
            .filter((one) => one.cycleIndex > cycleIndex)
            .map((one) => dayIn(record.timezone, one.billingAttemptExpectedDate)),
          dayOf: (at: number) => dayIn(record.timezone, new Date(at)),
        };
        if (reason === null) tell(`${name} has neither an order nor a reason`);
        else {
          judgement.reasons[reason] = (judgement.reasons[reason] ?? 0) + 1;
          if (!isSo(reason, known)) tell(`${name} has no order, and “${reason}” isn’t so`);
        }
        judgement.ledger.push(`${shop} ${id} ${cycleIndex} ${reason}`);
      }
      const days = new Map<string, number>();
      let paidOrders = originOrderId === null ? 0 : 1;
      for (const attempt of attempts) {
        const { cycleIndex, idempotencyKey, createdAt, state, errorCode, orderId } = attempt;
        judgement.ledger.push(`${shop} ${idempotencyKey} ${createdAt} ${state} ${errorCode}`);
        if (!isOurs(attempt)) {
          // It counts where prices and the plan's number of orders follow from paid ones.
          if (orderId !== null) paidOrders += 1;
          continue;
        }
        const number = Number(idempotencyKey.split('/').at(-1));
        const ours = begun.find(
          (one) =>
            one.contractId === String(id) && one.cycleIndex === cycleIndex && one.number === number,
        );
        if (ours === undefined) {
          // If nothing more falls due, only the full sweep finds orders that a restored database forgot.
          const isSwept = (at: Date) => at.getTime() < now.getTime() - mostBetweenSweeps;
          const forgotten = orderId === null ? lost : lost.filter(({ to }) => !to || !isSwept(to));
          if (status === 'ACTIVE' || !isWithin(forgotten, new Date(createdAt)))
            tell(`${idempotencyKey} has no row of ours`);
          continue;
        }
        const decided = decisions.get(`${id}/${cycleIndex}`);
        const order = tables.orders.get(orderId);
        if (order === undefined) continue;
        const storeDay = dayIn(record.timezone, new Date(createdAt));
        // The merchant's decision may make it a second order on one day.
        if (decided === undefined) days.set(storeDay, (days.get(storeDay) ?? 0) + 1);
        const sumOf = (lines: typeof order.lines) =>
          lines.reduce(
            (sum, line) => sum + minor(line.discountedUnitPrice ?? line.unitPrice) * line.quantity,
            minor(order.shippingPrice),
          );
        // What was added to it alone comes last, at a price of its own.
        const charged = sumOf(order.lines.slice(0, contract.lines.length));
        const total = sumOf(order.lines);
        const changes = prices.filter(({ contractId }) => contractId === id);
        // A coffee at its own price; a price that was set by hand holds for all.
        const coffee = tables.variants.get(order.lines[0]?.variantId ?? 0);
        const isRotated =
          witness.rotations.price === 'product' &&
          witness.rotations.orders.some(
            (one) => one.shop === shop && one.product === contract.lines[0]?.productId,
          );
        const ofCoffee = (then: Contract) =>
          isRotated && coffee !== undefined
            ? coffeePriceOf(then, paidOrders, minor(coffee.price))
            : undefined;
        const pricesAt = (at: number) => {
          const made = changes.filter((one) => one.at.getTime() <= at);
          const last = made.at(-1);
          const byHand = [last, last?.isInCharge ? made.at(-2) : last];
          const then = contractAt(contract, held, at);
          return byHand.map((change) => priceOf(then, paidOrders, change?.price, ofCoffee(then)));
        };
        const created = new Date(createdAt).getTime();
        // The price may be changed at the moment of the charge.
        const right = [
          ...pricesAt(created - tolerance),
          ...pricesAt(created + tolerance),
          // A customer's confirmation makes the order of what the contract holds by then.
          ...pricesAt(Date.parse(attempt.completedAt ?? createdAt)),
        ];
        if (!right.includes(charged))
          tell(`${idempotencyKey} was charged ${charged} instead of ${right.at(-1)}`);
        if (ours.amount !== null && ours.amount !== total && new Set(right).size === 1) {
          tell(`${idempotencyKey} was charged ${total}, and we say ${ours.amount}`);
        }
        paidOrders += 1;
        const { maxCycles } = contractAt(contract, held, created).billingPolicy;
        if (maxCycles !== null && paidOrders > maxCycles) {
          tell(`${idempotencyKey} is order ${paidOrders} of ${maxCycles}`);
        }
      }
      const starts = new Map(cycles.map((cycle) => [cycle.cycleIndex, cycle.cycleStartAt]));
      const decidedAt = (cycle: number) => decisions.get(`${id}/${cycle}`)?.at;
      for (const pause of pauses) {
        if (pause.of !== String(id) || pause.until === undefined) continue;
        const end = startOfDay(record.timezone, pause.until).getTime() + latest;
        const resumed = pause.to ?? (status === 'PAUSED' ? now : null);
        const isAway = [...downs, ...lost].some(
          ({ of, from, to }) =>
            [shop, 'all'].includes(of) &&
            from.getTime() < end &&
            (to === null || to.getTime() > end - 2 * latest),
        );
        if (resumed !== null && resumed.getTime() > end && !isAway && !isWithin(lost, pause.from))
          tell(`it was paused until ${pause.until}, and not resumed by itself`);
      }
      const sideBySide = judgeOpen(attempts, decidedAt);
      const others = judgeOthers(attempts, (cycle) => starts.get(cycle), decidedAt);
      for (const sentence of [...others, ...sideBySide]) tell(sentence);
      if (usage.get(id) === 'usage-based') {
        const ofContract = (one: { contractId: string }) => one.contractId === String(id);
        const uses = {
          ...{ id, now, timeZone: record.timezone, billingPolicy: contract.billingPolicy },
          createdAt: new Date(contract.createdAt),
          attempts: attempts.filter(isOurs),
          rows: rows.filter(ofContract),
          notices: notices.filter((one) => ofContract(one) && one.notice === 'orderByUse'),
          isLost: (at: Date) => isWithin(lost, at),
          isMoved: (cycle: number, since: Date) =>
            moves.some((one) => {
              return one.contractId === id && one.cycleIndex === cycle && one.at >= since;
            }),
          isDecided: (cycle: number) => decisions.has(`${id}/${cycle}`),
        };
        for (const sentence of judgeUses(witness.scales, uses)) tell(sentence);
      }
      const [line] = contract.lines;
      const isLost = (at: Date) => isWithin(lost, at);
      const ordered = attempts.filter(isOurs).flatMap(({ orderId, createdAt, cycleIndex }) => {
        const sold = tables.orders.get(orderId)?.lines[0];
        if (sold === undefined) return [];
        const product = tables.variants.get(sold.variantId)?.productId ?? null;
        const at = new Date(createdAt);
        const isUnsure = attempts.some(
          (one) =>
            one.createdAt < createdAt &&
            (one.cycleIndex === cycleIndex
              ? isLost(new Date(one.createdAt))
              : one.cycleIndex > cycleIndex && one.orderId !== null),
        );
        const edit = editsByContract.get(id).find((one) => one.cycleIndex === cycleIndex);
        return [{ product, at, givenAt: new Date(edit?.createdAt ?? createdAt), isUnsure }];
      });
      const began = new Date(contract.createdAt);
      const rotating = {
        ...{ id, shop, product: line?.productId ?? null, createdAt: began },
        hasFirstOrder: originOrderId !== null,
      };
      for (const sentence of judgeCoffees(witness.rotations, rotating, ordered, isLost)) {
        tell(sentence);
      }
      for (const [storeDay, count] of days) {
        if (count > 1) tell(`it was charged ${count} times on ${storeDay}`);
      }
    }
  }
  for (const { shop, contractId, cycleIndex, number, state, begunAt } of begun) {
    // Attempts that the platform refused count as begun, too.
    const name = `cadence/${shop}/${contractId}/${cycleIndex}/${number}`;
    const decided = decisions.get(`${contractId}/${cycleIndex}`);
    const isOver = decided?.decision === 'leave' || decided?.decision === 'settled elsewhere';
    if (isOver && begunAt.getTime() > decided.at.getTime() + tolerance) {
      judgement.wrong.push(`${name} was begun after the merchant decided: ${decided.decision}`);
    }
    for (const { of, from, to } of [...stops, ...pauses]) {
      if (of !== shop && of !== contractId) continue;
      const at = begunAt.getTime();
      if (at > from.getTime() + tolerance && (to === null || at < to.getTime() - tolerance)) {
        judgement.wrong.push(`${name} was begun ${begunAt.toISOString()}, when ${of} stood still`);
      }
    }
    const isOpen = state === 'begun' || state === 'pending';
    const row = rows.find((one) => one.contractId === contractId && one.cycleIndex === cycleIndex);
    if (isOpen && now.getTime() - begunAt.getTime() > longestOpen && row?.state === 'open') {
      judgement.wrong.push(`${shop} ${contractId}/${cycleIndex}/${number} is open for ever`);
    }
  }
  const repairs = await database.select().from(mirrorRepairTable);
  for (const { shop, day: on, cause, contracts } of repairs) {
    if (cause === 'order overlooked' || cause === 'webhook without effect')
      judgement.wrong.push(`${shop}: ${cause} (${contracts} on ${on})`);
  }
  if (witness.callsOfFrozen > 0)
    judgement.wrong.push(`frozen stores were called ${witness.callsOfFrozen} times too often`);
  const ordersOf = (contractId: number) =>
    shops.flatMap((shop) => {
      const { attemptsByContract, tables } = platform.storeOf(shop);
      return attemptsByContract.get(contractId).flatMap(({ orderId }) => {
        const order = tables.orders.get(orderId);
        const sold = order?.lines[0];
        if (order === undefined || sold === undefined) return [];
        // It holds what the contract did once the customer had confirmed it.
        return [{ variantId: sold.variantId, at: new Date(order.createdAt) }];
      });
    });
  const wasLost = (at: Date) => isWithin(lost, at);
  const replaced = witness.betweenTries.changes.filter(({ kind }) => kind === 'product');
  judgement.wrong.push(
    ...witness.scales.wrong,
    ...witness.pageChanges.wrong,
    ...judgeLimits(witness.payments),
    ...judgeUnsubscribing(witness.unsubscribing, notices, wasLost),
    ...judgeRefused(witness.refusedAddresses, notices, wasLost),
    ...judgeStores(witness.stores, { now, isLost: wasLost }),
    ...(await judgeBetweenTries(witness.betweenTries, {
      ...{ database, platform },
      isLostSince: (at) => lost.some(({ to }) => to === null || to >= at),
    })),
    ...(await judgeImports(witness.imports, { database, platform, isLost: wasLost })),
    ...(await judgeExtras(witness.extras, { database, platform, isLost: wasLost })),
    ...(await judgeBulk({ ...witness.bulk, replaced }, database, wasLost, ordersOf)),
    ...judgeNotices(notices, {
      ...{ emails: witness.mails, texts: witness.texts, zoneOf: witness.zoneOf },
      ...{ domain: witness.domain, parcels: witness.parcels, now, isLost: wasLost },
      isDisturbed: (shop, at) =>
        [...downs, ...lost].some(
          ({ of, from, to }) =>
            (of === shop || of === 'all') &&
            from.getTime() < at.getTime() + 4 * day &&
            (to === null || to >= at),
        ),
    }),
  );
  const extras = await database.select().from(orderExtraTable);
  const { orders, archived } = witness.rotations;
  const rotationChanges = [
    ...orders.slice(1).map(({ shop, at }) => ({ of: shop, from: at, to: at })),
    ...archived.map(({ from, to }) => ({ of: shops[0] ?? '', from, to })),
  ];
  const isIn = (periods: readonly Period[]) => (shop: string, from: Date, until: Date) =>
    periods.some(
      (one) =>
        (one.of === shop || one.of === 'all') &&
        one.from < until &&
        (one.to === null || one.to >= from),
    );
  const told = {
    ...{ platform, now, shops, touches: witness.touches, extras: witness.extras },
    isDecided: (contractId: number, from: Date, until: Date) =>
      [...decisions].some(
        ([name, { at, firstAt }]) =>
          name.startsWith(`${contractId}/`) &&
          [at, firstAt].some((one) => one >= from && one < until),
      ),
    isByUse: (contractId: number) => usage.has(contractId),
    isDisturbed: isIn([...stops, ...downs, ...lost]),
    isLost: wasLost,
    cyclesOf: (contractId: number) => cyclesOf.get(contractId) ?? [],
    contractAt: (contract: Contract, at: Date) => contractAt(contract, held, at.getTime()),
  };
  judgement.wrong.push(
    ...judgeRoastDays(witness.roastDays, {
      ...told,
      isDisturbed: isIn([...stops, ...downs, ...lost, ...rotationChanges]),
    }),
    ...judgeReminders(witness.reminders, {
      ...{ ...told, rows: notices, emails: witness.mails, domain: witness.domain, begun },
      mayDiffer: (shop, contractId, from, to) =>
        isIn(rotationChanges)(shop, from, to) ||
        extras.some(
          (one) =>
            one.contractId === String(contractId) &&
            one.addedAt <= to &&
            (one.endedAt === null || one.endedAt >= from),
        ) ||
        prices.some((one) => one.contractId === contractId && one.at >= from && one.at <= to),
    }),
    ...judgeFailureNotices({ ...told, rows: notices, begun, now }),
    ...judgeRenames(witness.renames, {
      ...{ ...witness, rows: notices },
      isDisturbed: isIn([...downs, ...lost]),
      // What is subscribed to itself, or was added once, keeps the name of its time.
      isSoldAs: (shop, contractId, title) => {
        const own = platform.storeOf(shop).tables.contracts.get(Number(contractId))?.lines ?? [];
        const added = extras.filter((one) => one.shop === shop && one.contractId === contractId);
        return [...own, ...added].some((one) => one.title === title);
      },
    }),
  );
  judgeMails(judgement, witness);
  return judgement;
}

/** If billing stopped by itself, the merchant gets a mail within a day, and nobody, merchant or customer, gets one twice. */
function judgeMails(
  judgement: Judgement,
  { stops, downs, lost, mails, mailsInterrupted }: Witness,
): void {
  // A restored database doesn't know what was sent since its backup.
  const remembered = mails.filter(({ at }) => !isWithin(lost, at));
  const again = mails.filter(({ id, at }) =>
    remembered.some((one) => one.id === id && one.at < at),
  );
  if (again.length > mailsInterrupted) {
    const first = again[0]?.subject;
    judgement.wrong.push(`${again.length} mails were sent twice, such as “${first}”`);
  }
  for (const { of, from, to } of stops.filter(({ isFault }) => isFault)) {
    const until = from.getTime() + day;
    const stands = to === null || to.getTime() > until;
    const isAway = [...downs, ...lost].some(
      (one) =>
        (one.of === of || one.of === 'all') &&
        one.from.getTime() < until &&
        (one.to === null || one.to > from),
    );
    const isTold = mails.some(
      ({ subject, text, at }) =>
        subject.includes('has stopped') &&
        text.includes(of) &&
        at.getTime() >= from.getTime() - tolerance &&
        at.getTime() < until,
    );
    if (stands && !isAway && !isTold)
      judgement.wrong.push(`${of}: nobody was told that billing stopped at ${from.toISOString()}`);
  }
  judgement.mails = mails.length;
}

/** A contract's other cards: since when, and when the app has heard of them at the latest. What no webhook told, the comparison finds within a week. */
function newCardsOf(
  { cards, betweenTries }: Witness,
  { id, paymentMethodId }: Contract,
): NewCard[] {
  const changes = betweenTries.changes.filter(
    (one) => one.contractId === id && one.kind === 'method',
  );
  const methods = [String(paymentMethodId), ...changes.map(({ was }) => was)];
  return [
    ...cards.filter((one) => methods.includes(String(one.paymentMethodId))),
    ...changes.map(({ at }) => ({ at, isHeard: false })),
  ]
    .map(({ at, isHeard }) => {
      return { at, heardAt: new Date(at.getTime() + (isHeard ? 0 : latestMoved - latest)) };
    })
    .sort((one, other) => one.heardAt.getTime() - other.heardAt.getTime());
}

const isWithin = (periods: readonly Period[], at: Date): boolean =>
  periods.some(({ from, to }) => at >= from && (to === null || at <= to));

/** The total of the order after so many paid ones, in minor units, by the prices agreed at the checkout or set by hand since. */
function priceOf(
  { lines, deliveryPrice }: Contract,
  paidOrders: number,
  byHand: string | null | undefined,
  ofCoffee: number | undefined,
): number {
  return lines.reduce((sum, { currentPrice, pricing, quantity }) => {
    const begun = pricing?.cycleDiscounts.filter(({ afterCycle }) => afterCycle <= paidOrders);
    const step = begun?.sort((one, other) => one.afterCycle - other.afterCycle).pop();
    const price = byHand ?? step?.computedPrice ?? pricing?.basePrice ?? currentPrice;
    const isOfCoffee = ofCoffee !== undefined && byHand == null;
    return sum + (isOfCoffee ? ofCoffee : minor(price)) * quantity;
  }, minor(deliveryPrice));
}

/** Why a cycle has no order: by the platform if it says so, else by our row; null if unexplained. */
function reasonOf(
  row: typeof cycleBillingTable.$inferSelect | undefined,
  cycle: {
    skipped: boolean;
    status: string;
    contractStatus: string;
    isOff: boolean;
    kind: Usage | undefined;
  },
): string | null {
  if (cycle.skipped) return row?.state === 'ended' ? `ended: ${row.reason}` : 'skipped';
  if (row !== undefined) return row.state === 'paid' ? null : `${row.state}: ${row.reason}`;
  if (cycle.kind === 'usage-based') return cycle.kind;
  if (cycle.isOff) return 'billing is stopped';
  return cycle.contractStatus === 'ACTIVE'
    ? null
    : `contract ${cycle.contractStatus.toLowerCase()}`;
}
