import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import {
  type BillingRules,
  billingRulesSchema,
  dunningRulesSchema,
  usualRules,
} from '#contract/billing-rules.ts';
import type { Billing } from '#contract/recurring-orders.ts';
import type { Database } from '../../store/database.ts';
import { billingSettingsTable as settings } from '../../store/schema.ts';
import { findSettingsRow } from '../billing/store.ts';

export type SettingsRow = typeof settings.$inferSelect;

/** The shop's row of settings, or the defaults if it has none. */
export async function findSettings(database: Database, shop: string): Promise<SettingsRow> {
  return (await findSettingsRow(database, shop)) ?? { ...unset, shop };
}

/** Like `findSettings`, and locks the row until the transaction ends. */
export async function lockSettings(transaction: Database, shop: string): Promise<SettingsRow> {
  await transaction.insert(settings).values({ shop }).onConflictDoNothing();
  const [row] = await transaction
    .select()
    .from(settings)
    .where(eq(settings.shop, shop))
    .for('update');
  return row ?? { ...unset, shop };
}

const unset: Omit<SettingsRow, 'shop'> = {
  wentLiveAt: null,
  hour: 10,
  rules: null,
  catchUpDays: 3,
  stoppedAt: null,
  stoppedBecause: null,
  startedAgainAt: null,
  noticeHours: 12,
};

/** Updates the settings of a shop that has a row. */
export async function writeSettings(
  transaction: Database,
  shop: string,
  change: Partial<Omit<SettingsRow, 'shop'>>,
): Promise<void> {
  await transaction.update(settings).set(change).where(eq(settings.shop, shop));
}

/** The shop's billing rules, or the usual ones if it set none. */
export function rulesOf({ hour, catchUpDays, rules }: SettingsRow): BillingRules {
  const dunning = rules === null ? usualRules : dunningRulesSchema.parse(rules);
  return billingRulesSchema.parse({ ...dunning, hour, catchUpDays });
}

export function stateOf({ wentLiveAt, stoppedAt }: SettingsRow): Billing['state'] {
  if (wentLiveAt === null) return 'before';
  return stoppedAt === null ? 'live' : 'stopped';
}

/** The `If-Match` tag of what a caller has seen. */
export function tagOf(seen: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(seen)).digest('hex');
  return `"${hash.slice(0, 32)}"`;
}

/** The `If-Match` tag of the rules. It leaves out whether the shop bills, so that a merchant's edits stay valid when billing stops. */
export const rulesTag = (row: SettingsRow): string => tagOf(rulesOf(row));
