import { and, eq, isNull } from 'drizzle-orm';
import type { Billing } from '#contract/recurring-orders.ts';
import { ServiceError } from '../../service-error.ts';
import { getShop } from '../../shop/documents.ts';
import { lacksScopes } from '../../shop/granted-scopes.ts';
import { shownTimeZoneOf } from '../../shop/store-time-zone.ts';
import type { ShopContext } from '../../shop-context.ts';
import {
  subscriptionContractTable as contracts,
  contractMirrorTable as mirrors,
} from '../../store/schema.ts';
import { beginMirror } from '../mirror/sweep.ts';
import { billingScopes } from './billing-scopes.ts';
import { findSettings, rulesOf, rulesTag, stateOf } from './settings.ts';
import { explanationOfStop } from './stop-reason.ts';

/** Whether the shop's subscriptions are known, why the platform refuses to show them, and where the merchant grants missing scopes. */
export async function accessOf(
  context: ShopContext,
): Promise<Pick<Billing, 'subscriptions' | 'grantUrl'> & { refusal: string | null }> {
  const { database, shop } = context;
  const [mirror] = await database.select().from(mirrors).where(eq(mirrors.shop, shop));
  const refusal = mirror?.refusal ?? null;
  const lacks = refusal === 'not granted' || (await lacksScopes(context, billingScopes));
  return {
    refusal,
    subscriptions: refusal !== null ? 'refused' : mirror?.wholeAt ? 'known' : 'reading',
    grantUrl: lacks ? context.grantUrlFor([]) : null,
  };
}

/**
 * Makes any call with the merchant's session token, which gets a new access token if ours is missing or refused. The job that reads contracts can't
 * do that. Returns whether it worked.
 */
async function renewToken(context: ShopContext): Promise<boolean> {
  try {
    await context.graphql(getShop, {});
    return true;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return false;
  }
}

/** As {@link accessOf}. If the subscriptions aren't known, this has them read, because with the merchant here the platform may let us. */
export async function openAccess(
  context: ShopContext,
): Promise<Pick<Billing, 'subscriptions' | 'grantUrl'>> {
  const { refusal, ...access } = await accessOf(context);
  if (access.subscriptions !== 'known') {
    const hasToken = await renewToken(context);
    // Only the token was missing, as after an uninstall.
    if (hasToken && refusal === 'not authorized') access.subscriptions = 'reading';
    await beginMirror(context, { key: `opened ${context.now().toISOString().slice(0, 16)}` });
  }
  return access;
}

/** How the shop bills now, with {@link openAccess}. */
export async function getBilling(context: ShopContext): Promise<Billing> {
  const { database, shop } = context;
  const access = await openAccess(context);
  const row = await findSettings(database, shop);
  const { wentLiveAt, stoppedAt, stoppedBecause } = row;
  const active = and(
    eq(contracts.shop, shop),
    eq(contracts.status, 'ACTIVE'),
    isNull(contracts.goneAt),
  );
  const state = stateOf(row);
  return {
    state,
    wentLiveAt: wentLiveAt?.toISOString() ?? null,
    stopped:
      state === 'stopped' && stoppedAt !== null
        ? { at: stoppedAt.toISOString(), because: explanationOfStop(stoppedBecause) }
        : null,
    ...access,
    activeSubscriptions: await database.$count(contracts, active),
    rules: rulesOf(row),
    timeZone: await shownTimeZoneOf(context),
    tag: rulesTag(row),
  };
}
