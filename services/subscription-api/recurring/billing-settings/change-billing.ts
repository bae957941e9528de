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

/** Shown to a merchant whose change of billing we refuse. */
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
 * Goes live, stops billing, or starts it again. Does nothing if that is so already.
 * @param ifMatch the tag of the first charges that the merchant has seen; stopping needs none
 * @throws ServiceError `forbidden` if the shop has no active vendor; `conflict` if the first charges have changed, the subscriptions aren't known,
 *   a scope is missing, or the change doesn't fit the state of billing
 */
export async function changeBilling(
  context: ShopContext,
  change: BillingChange,
  ifMatch: string | undefined,
): Promise<Billing> {
  const { shop } = context;
  const before = await findSettings(context.database, shop);
  const now = context.now();
  // The first charges are read before the transaction, because that may ask the platform for the time zone, and takes seconds for a large shop.
  // Nothing should be locked for so long. Stopping doesn't need them.
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
    // Nobody looked at what changed while billing was stopped.
    if (change === 'start') await lookAgain(transaction, { shop, now });
    await beginCharging(own);
  });
  context.jobs.wake();
  return await getBilling(context);
}

/** The columns to write; null if there is nothing to do. */
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

/** A restart comes after the stop, even if another machine's clock timed that. */
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
