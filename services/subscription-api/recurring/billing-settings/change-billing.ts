import { isDeepStrictEqual } from 'node:util';
import type { Billing, BillingChange } from '#contract/recurring-orders.ts';
import { ServiceError } from '../../service-error.ts';
import { lockActiveVendor } from '../../shop/active-vendor.ts';
import { recordSettingChange } from '../../shop/setting-change.ts';
import { storeTimeZoneOf } from '../../shop/store-time-zone.ts';
import type { ShopContext } from '../../shop-context.ts';
import { beginCharging } from '../billing/charge-due.ts';
import { lookAgain } from '../billing/due-cycles.ts';
import { accessOf, getBilling } from './billing.ts';
import { overviewOf } from './first-charges.ts';
import {
  findSettings,
  lockSettings,
  type SettingsRow,
  stateOf,
  writeSettings,
} from './settings.ts';

/** Why billing isn’t switched as was asked, for the merchant. */
export const billingTexts = {
  listChanged: 'What will be charged first has changed in the meantime. Please look at it again.',
  reading: 'We’re still reading your subscriptions. Please try again in a few minutes.',
  refused: 'Cadence can’t read your subscriptions. Please try again later or contact support.',
  lacksScopes: 'Cadence needs your permission to charge subscriptions. Please grant it first.',
  isStopped: 'Billing is stopped. Start it again instead.',
  isBefore: 'Billing hasn’t been started yet.',
} as const;

const shownStates: Record<Billing['state'], string> = {
  before: 'not started',
  live: 'on',
  stopped: 'stopped',
};

/**
 * Goes live, stops billing, or starts it again; where it stands so already, nothing is done.
 * @param ifMatch the tag of what is charged first, as the merchant has seen it; stopping needs none
 * @throws ServiceError `conflict` where that has changed, the subscriptions aren't known, or the change doesn't fit how billing stands
 */
export async function changeBilling(
  context: ShopContext,
  change: BillingChange,
  ifMatch: string | undefined,
): Promise<Billing> {
  const { shop } = context;
  const before = await findSettings(context.database, shop);
  const now = context.now();
  // What comes first is read before the transaction: the platform may be asked for the time zone, and a large shop's takes seconds in which
  // nothing should be locked. Whoever stops billing needs none of it.
  const seen =
    change !== 'stop' && stateOf(before) !== 'live'
      ? await overviewOf(context.database, {
          shop,
          row: before,
          timeZone: await storeTimeZoneOf(context),
          now,
        })
      : undefined;
  await context.database.transaction(async (transaction) => {
    const own = { ...context, database: transaction };
    await lockActiveVendor(transaction, shop, 'share');
    const row = await lockSettings(transaction, shop);
    const written = changeOf(row, change, now);
    if (written === null) return;
    if (change !== 'stop') {
      await requireAccess(own);
      if (ifMatch !== seen?.tag || !isDeepStrictEqual(row, before)) {
        throw conflict(billingTexts.listChanged);
      }
    }
    await writeSettings(transaction, shop, written);
    await recordSettingChange(transaction, context, {
      setting: 'billing.state',
      from: shownStates[stateOf(row)],
      to: shownStates[stateOf({ ...row, ...written })],
    });
    if (change === 'stop') return;
    // What changed while billing was stopped was not looked at.
    if (change === 'start') await lookAgain(transaction, { shop, now });
    await beginCharging(own);
  });
  context.jobs.wake();
  return await getBilling(context);
}

/** What to write; null where nothing is to be done. */
function changeOf(row: SettingsRow, change: BillingChange, now: Date): Partial<SettingsRow> | null {
  const state = stateOf(row);
  switch (change) {
    case 'go live':
      if (state === 'stopped') throw conflict(billingTexts.isStopped);
      return state === 'live' ? null : { wentLiveAt: now, stoppedAt: null, stoppedBecause: null };
    case 'stop':
      return state === 'live' ? { stoppedAt: now, stoppedBecause: null } : null;
    case 'start':
      if (state === 'before') throw conflict(billingTexts.isBefore);
      return state === 'live'
        ? null
        : { stoppedAt: null, stoppedBecause: null, startedAgainAt: latest(now, row.stoppedAt) };
  }
}

/** What stopped billing came before, by whatever machine's clock. */
const latest = (now: Date, stoppedAt: Date | null) =>
  stoppedAt !== null && stoppedAt > now ? stoppedAt : now;

async function requireAccess(context: ShopContext): Promise<void> {
  const { subscriptions, grantUrl } = await accessOf(context);
  if (grantUrl !== null) throw conflict(billingTexts.lacksScopes);
  if (subscriptions === 'reading') throw conflict(billingTexts.reading);
  if (subscriptions === 'refused') throw conflict(billingTexts.refused);
}

function conflict(message: string): ServiceError {
  return new ServiceError('conflict', { message });
}
