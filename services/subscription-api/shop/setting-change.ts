import { type SettingValue, secretChanged } from '#contract/setting-change.ts';
import type { ShopContext } from '../shop-context.ts';
import type { Database } from '../store/database.ts';
import { settingChangeTable } from '../store/schema.ts';

/** One setting's change. `setting` is its dotted name, such as `settings.isWidgetEnabled`. */
type SettingChange = { setting: string; from: SettingValue; to: SettingValue };

/**
 * Records permanently that somebody changed a setting. An unchanged value isn't recorded, unless it is a secret's ({@link secretChanged}), which
 * always looks the same.
 * @param database the transaction that writes the setting, so that both are kept or neither
 */
export async function recordSettingChange(
  database: Pick<Database, 'insert'>,
  { shop, actor, now }: Pick<ShopContext, 'shop' | 'actor' | 'now'>,
  { setting, from, to }: SettingChange,
): Promise<void> {
  if (from === to && to !== secretChanged) return;
  await database.insert(settingChangeTable).values({
    shop,
    actor,
    setting,
    from: JSON.stringify(from),
    to: JSON.stringify(to),
    createdAt: now(),
  });
}
