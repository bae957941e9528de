import { desc, eq } from 'drizzle-orm';
import { type SettingValue, settingValueSchema } from '#contract/setting-change.ts';
import type { Database } from '../../store/database.ts';
import { settingChangeTable } from '../../store/schema.ts';

export type KeptChange = {
  id: number;
  setting: string;
  from: SettingValue;
  to: SettingValue;
  actor: string | null;
  createdAt: Date;
};

/** The shop's latest changes, the newest first. */
export async function latestChanges(
  database: Database,
  shop: string,
  atMost: number,
): Promise<KeptChange[]> {
  const rows = await database
    .select()
    .from(settingChangeTable)
    .where(eq(settingChangeTable.shop, shop))
    .orderBy(desc(settingChangeTable.id))
    .limit(atMost);
  return rows.map(({ from, to, ...row }) => ({ ...row, from: readValue(from), to: readValue(to) }));
}

function readValue(kept: string): SettingValue {
  return settingValueSchema.parse(JSON.parse(kept));
}
