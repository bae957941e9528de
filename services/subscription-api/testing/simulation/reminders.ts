import { addDays, dayIn, startOfDay } from '#contract/calendar.ts';
import { formatMoney } from '#contract/format.ts';
import { defaultDaysBeforeReminder } from '#contract/vendor.ts';
import type { billingAttemptTable, customerNoticeTable } from '../../store/schema.ts';
import { messageIdOf } from './notices.ts';
import { isOurs } from './others.ts';
import type { World } from './world.ts';

/** When the customers of a store were reminded of their orders, whoever had one. */
export type ReminderDeeds = { runs: readonly { shop: string; at: Date }[] };

type Told = Pick<World, 'platform' | 'shops'> & {
  rows: readonly (typeof customerNoticeTable.$inferSelect)[];
  /** What somebody did to a subscription that may change its orders, and whether a webhook told it. */
  touches: readonly { contractId: number; at: Date; isHeard: boolean }[];
  cyclesOf(contractId: number): readonly { cycleIndex: number; expectedAt: Date }[];
  /** Whether a store stood still or was down, or its database was restored, in a time. */
  isDisturbed(shop: string, from: Date, to: Date): boolean;
  emails: readonly { id: string; text: string }[];
  domain: string;
  /** What we asked the platform to charge. */
  begun: readonly (typeof billingAttemptTable.$inferSelect)[];
  /** Whether an order of that time may bring another coffee than was foreseen, or an addition less. */
  mayDiffer(shop: string, contractId: number, from: Date, to: Date): boolean;
  isDecided(contractId: number, from: Date, to: Date): boolean;
  isByUse(contractId: number): boolean;
};

const day = 86_400_000;
const unheardFor = 10 * day;
const heardFor = day;
/** Until a sweep has found a new subscription, which no webhook tells here. */
const newFor = 3 * day;
const longestDunning = 45 * day;
/** The only reasons to remind nobody of an order to which nothing had happened. */
const mayBe: readonly (string | null)[] = ['answer lost', 'address refused'];

/**
 * Looks for the reminder of each order that was charged on its day, and to which nothing had happened before. Stores are reminded on one night of four here, so
 * only orders count whose day that was.
 * @returns a sentence for each that has none, or for no good reason, or that told another price
 */
export function judgeReminders({ runs }: ReminderDeeds, told: Told): string[] {
  return told.shops.flatMap((shop) => {
    const { tables, attemptsByContract, shop: record } = told.platform.storeOf(shop);
    const dayOf = (at: Date) => dayIn(record.timezone, at);
    const own = runs.filter((run) => run.shop === shop);
    return tables.contracts.all().flatMap(({ id, createdAt }) => {
      if (told.isByUse(id)) return [];
      const attempts = attemptsByContract.get(id);
      return attempts.flatMap((attempt) => {
        const { cycleIndex } = attempt;
        const at = new Date(attempt.createdAt);
        const orderDay = dayOf(at);
        const remindedOn = addDays(orderDay, -defaultDaysBeforeReminder);
        const run = own.find((one) => dayOf(one.at) === remindedOn);
        const from = startOfDay(record.timezone, remindedOn);
        const since = (milliseconds: number) => new Date(from.getTime() - milliseconds);
        const cycle = told.cyclesOf(id).find((one) => one.cycleIndex === cycleIndex);
        const isOrdinary =
          run !== undefined &&
          cycle !== undefined &&
          dayOf(cycle.expectedAt) === orderDay &&
          new Date(createdAt) < since(newFor) &&
          !told.isDisturbed(shop, since(day), at) &&
          !told.isDecided(id, since(newFor), at) &&
          !told.touches.some(
            (one) =>
              one.contractId === id &&
              one.at >= since(one.isHeard ? heardFor : unheardFor) &&
              one.at <= at,
          ) &&
          attempts.every(
            (one) =>
              (isOurs(one) && one.state === 'SUCCESS') ||
              new Date(one.createdAt) > at ||
              new Date(one.createdAt) < since(longestDunning),
          ) &&
          isOurs(attempt);
        if (!isOrdinary) return [];
        const about = `${cycleIndex} ${orderDay}`;
        const row = told.rows.find(
          (one) =>
            one.contractId === String(id) && one.notice === 'reminder' && one.about === about,
        );
        const name = `${shop} ${id}: the order of ${about}`;
        if (row === undefined) return `${name} was charged, and nobody was reminded`;
        if (dayOf(row.happenedAt) !== remindedOn)
          return `${name} was reminded of at ${row.happenedAt.toISOString()}, not on ${remindedOn}`;
        const text = told.emails.find((one) => one.id === messageIdOf(row, told.domain))?.text;
        const total = /^Total: (.+) before tax$/m.exec(text ?? '')?.[1];
        const charged = told.begun.find(
          (one) => one.contractId === String(id) && one.cycleIndex === cycleIndex,
        );
        const price =
          charged?.amount == null
            ? undefined
            : formatMoney(charged.amount, charged.currencyCode ?? '');
        if (
          total !== undefined &&
          price !== undefined &&
          total !== price &&
          !told.mayDiffer(shop, id, since(0), at)
        ) {
          return `${name} was to cost ${total}, and ${price} was charged`;
        }
        return row.state === 'not sent' && !mayBe.includes(row.reason)
          ? `${name} was charged, and isn’t reminded of: ${row.reason}`
          : [];
      });
    });
  });
}
