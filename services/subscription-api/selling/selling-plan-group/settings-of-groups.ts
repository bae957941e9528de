import { hash } from 'node:crypto';
import type { ShopContext } from '../../shop-context.ts';
import type { PlatformGroup } from './platform-group.ts';
import { plansInOrder } from './reading.ts';
import {
  deleteGroupSettings,
  findGroupSettings,
  type KeptSettings,
  type SellingPlanGroupSettings,
  saveGroupSettings,
} from './settings-store.ts';

type Scope = Pick<ShopContext, 'database' | 'shop'>;

const markAtEnd = /-([0-9a-f]{10})$/;

/** Under which the settings of a group are kept until its id is known; its plans are then named by their places. */
const promiseOf = (mark: string) => `mark:${mark}`;

/** All of a group that an update can change, in short. */
export function stateOf({ name, position, options, sellingPlans }: PlatformGroup): string {
  return hash('sha256', JSON.stringify([name, position, options, sellingPlans]), 'hex');
}

function settingsFor(
  group: PlatformGroup,
  kept: KeptSettings | undefined,
  promised: KeptSettings | undefined,
): SellingPlanGroupSettings | null {
  if (kept === undefined) {
    if (promised === undefined) return null;
    const ids = plansInOrder(group).map(({ id }) => id);
    const { plans, ...settings } = promised.settings;
    return { ...settings, plans: plans.map((plan, index) => ({ ...plan, id: ids[index] ?? '' })) };
  }
  const { settings, before } = kept;
  return before !== null && before.state === stateOf(group) ? before.settings : settings;
}

/**
 * The settings of a shop's groups, by group id; a group that was never saved here has none. Where a process did not live to finish a
 * create or an update, they are those that fit what the platform has. One query, and one more where such a create is among them.
 */
export async function settingsOfGroups(
  { database, shop }: Scope,
  groups: readonly PlatformGroup[],
): Promise<Map<string, SellingPlanGroupSettings>> {
  const kept = await findGroupSettings(
    database,
    shop,
    groups.map(({ id }) => id),
  );
  const promises = new Map<string, string>();
  for (const { id, merchantCode } of groups) {
    const mark = kept.has(id) ? undefined : markAtEnd.exec(merchantCode)?.[1];
    if (mark !== undefined) promises.set(id, promiseOf(mark));
  }
  const promised = await findGroupSettings(database, shop, [...promises.values()]);
  const found = new Map<string, SellingPlanGroupSettings>();
  for (const group of groups) {
    const promise = promised.get(promises.get(group.id) ?? '');
    const settings = settingsFor(group, kept.get(group.id), promise);
    if (settings !== null) found.set(group.id, settings);
  }
  return found;
}

/** Keeps the settings of a group that is about to be made with the mark, so that nobody ever sees it without. */
export async function promiseSettings(
  { database, shop }: Scope,
  mark: string,
  settings: SellingPlanGroupSettings,
): Promise<void> {
  await saveGroupSettings(database, shop, promiseOf(mark), settings);
}

/** Keeps the settings of the group that was made with the mark, by its id. */
export async function keepPromised(
  { database, shop }: Scope,
  mark: string,
  groupId: string,
  settings: SellingPlanGroupSettings,
): Promise<void> {
  await database.transaction(async (transaction) => {
    await saveGroupSettings(transaction, shop, groupId, settings);
    await deleteGroupSettings(transaction, shop, promiseOf(mark));
  });
}

/** Forgets the settings of a group that is not made. */
export async function breakPromise({ database, shop }: Scope, mark: string): Promise<void> {
  await deleteGroupSettings(database, shop, promiseOf(mark));
}
