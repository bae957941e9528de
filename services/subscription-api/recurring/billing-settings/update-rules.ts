import type { BillingRules } from '#contract/billing-rules.ts';
import type { Billing } from '#contract/recurring-orders.ts';
import type { SettingValue } from '#contract/setting-change.ts';
import { changedMeanwhile } from '#contract/settings-tag.ts';
import { ServiceError } from '../../service-error.ts';
import { lockActiveVendor } from '../../shop/active-vendor.ts';
import { recordSettingChange } from '../../shop/setting-change.ts';
import type { ShopContext } from '../../shop-context.ts';
import { beginCharging } from '../billing/charge-due.ts';
import { lookAgain } from '../billing/due-cycles.ts';
import { getBilling } from './billing.ts';
import { lockSettings, rulesOf, rulesTag, stateOf, writeSettings } from './settings.ts';

/**
 * Sets all of the shop's rules. They apply at once, also to orders that wait for another try.
 * @throws ServiceError `forbidden` if the shop has no active vendor; `conflict` if `ifMatch` names other rules than the current ones
 */
export async function updateRules(
  context: ShopContext,
  rules: BillingRules,
  ifMatch: string | undefined,
): Promise<Billing> {
  const { shop } = context;
  await context.database.transaction(async (transaction) => {
    await lockActiveVendor(transaction, shop, 'share');
    const row = await lockSettings(transaction, shop);
    const before = namedRules(rulesOf(row));
    const after = namedRules(rules);
    const isSame = [...after].every(([name, value]) => before.get(name) === value);
    // A repeated request, as after a lost answer, is no conflict.
    if (isSame) return;
    if (ifMatch !== undefined && ifMatch !== rulesTag(row)) {
      throw new ServiceError('conflict', { message: changedMeanwhile });
    }
    const { hour, catchUpDays, ...dunning } = rules;
    await writeSettings(transaction, shop, { hour, catchUpDays, rules: dunning });
    for (const [setting, to] of after) {
      const from = before.get(setting) ?? null;
      await recordSettingChange(transaction, context, { setting, from, to });
    }
    // Nothing is due while billing is stopped, and starting it looks at everything again.
    if (stateOf(row) !== 'live') return;
    await lookAgain(transaction, { shop, now: context.now() });
    await beginCharging({ ...context, database: transaction });
  });
  context.jobs.wake();
  return await getBilling(context);
}

/** The rules under their names in the settings history. */
function namedRules(rules: BillingRules): Map<string, SettingValue> {
  const { payment, stock } = rules;
  return new Map<string, SettingValue>([
    ['billing.hour', rules.hour],
    ['billing.catchUpDays', rules.catchUpDays],
    ['billing.payment.retries', payment.retries],
    ['billing.payment.afterDays', payment.afterDays],
    ['billing.payment.end', payment.end],
    ['billing.stock.retries', stock.retries],
    ['billing.stock.afterDays', stock.afterDays],
    ['billing.stock.end', stock.end],
    ['billing.isOversold', rules.isOversold],
    ['billing.asksForMethod', rules.asksForMethod],
  ]);
}
