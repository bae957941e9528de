import type { SellingPlanGroup, UpdateSellingPlanGroup } from '#contract/selling-plan-group.ts';
import { describeError } from '../logging.ts';
import { invalidFields, notFound, platformFailed, ServiceError } from '../service-error.ts';
import type { ShopContext } from '../shop-context.ts';
import { findGroup, groupNotFound } from './detail.ts';
import { deleteGroup, updateGroup } from './documents.ts';
import { groupInputForUpdate, groupOf, plansInOrder, settingsOf } from './mapping.ts';
import type { PlatformGroup } from './platform-group.ts';
import {
  deleteGroupSettings,
  type SellingPlanGroupSettings,
  saveGroupSettings,
} from './settings-store.ts';
import { fieldErrorsOfUserErrors } from './user-errors.ts';

export const changedBySomeoneElse =
  'This selling plan group was changed by someone else since you opened it.';

function checkAgainst(current: SellingPlanGroup, body: UpdateSellingPlanGroup): void {
  if (body.version !== undefined && body.version !== current.version) {
    throw new ServiceError(409, { message: changedBySomeoneElse });
  }
  if (body.isDynamic !== current.isDynamic) {
    const message = 'Usage-based mode cannot be changed once a selling plan group exists';
    throw invalidFields({ isDynamic: [message] });
  }
  const existing = new Set(current.recurringPolicies.map((option) => option.id));
  const seen = new Set<string>();
  for (const [index, { id }] of body.recurringPolicies.entries()) {
    if (id === undefined) continue;
    // Someone deleted the plan since the form was opened; making it anew would give customers another plan.
    if (!existing.has(id)) throw new ServiceError(409, { message: changedBySomeoneElse });
    if (seen.has(id) || body.sellingPlansToDelete.includes(id)) {
      throw invalidFields({ [`recurringPolicies[${index}]`]: ['This option is given twice'] });
    }
    seen.add(id);
  }
}

/** The ids of the plans in the order of the options; the new ones are found where they were put. */
function planIdsAfter(body: UpdateSellingPlanGroup, before: PlatformGroup, after: PlatformGroup) {
  const known = new Set(before.sellingPlans.nodes.map((plan) => plan.id));
  const created = plansInOrder(after).filter((plan) => !known.has(plan.id));
  return body.recurringPolicies.map((option) => option.id ?? created.shift()?.id);
}

async function putSettingsBack(
  context: ShopContext,
  id: string,
  previous: SellingPlanGroupSettings | undefined,
): Promise<void> {
  const { database, shop } = context;
  try {
    if (previous === undefined) await deleteGroupSettings(database, shop, id);
    else await saveGroupSettings(database, shop, id, previous);
  } catch (error) {
    // The platform's policies win over settings that disagree with them, so this costs no money.
    context.logger.error({ error: describeError(error), group: id }, 'settings were not put back');
  }
}

/** Updates that this process has under way, by shop and group: the check of the version and the write must be one. */
const underWay = new Map<string, Promise<unknown>>();

async function oneAtATime<Value>(key: string, work: () => Promise<Value>): Promise<Value> {
  const before = underWay.get(key) ?? Promise.resolve();
  const turn = before.then(work, work);
  underWay.set(key, turn);
  try {
    return await turn;
  } finally {
    if (underWay.get(key) === turn) underWay.delete(key);
  }
}

async function updateWhole(
  context: ShopContext,
  id: string,
  body: UpdateSellingPlanGroup,
): Promise<SellingPlanGroup> {
  const { database, shop, logger } = context;
  const { group: before, settings: previous } = await findGroup(context, id);
  const formBefore = groupOf(before, previous);
  checkAgainst(formBefore, body);
  const { input, ...origins } = groupInputForUpdate(
    body,
    formBefore,
    before,
    body.sellingPlansToDelete,
  );

  // Our row first: if the database fails nothing has happened yet, and if the platform fails the row goes back.
  const knownIds = body.recurringPolicies.map((option) => option.id);
  await saveGroupSettings(database, shop, id, settingsOf(body, knownIds));
  let after: PlatformGroup;
  try {
    const { sellingPlanGroupUpdate } = await context.graphql(updateGroup, { id, input });
    const { sellingPlanGroup, userErrors } = sellingPlanGroupUpdate;
    if (userErrors.some((error) => error.code === 'GROUP_DOES_NOT_EXIST')) {
      throw notFound(groupNotFound);
    }
    if (userErrors.length > 0) {
      throw invalidFields(fieldErrorsOfUserErrors(userErrors, body, origins));
    }
    if (sellingPlanGroup === null) {
      throw platformFailed(new Error(`${updateGroup.name}: no group and no errors`));
    }
    after = sellingPlanGroup;
  } catch (error) {
    await putSettingsBack(context, id, previous);
    throw error;
  }

  const settings = settingsOf(body, planIdsAfter(body, before, after));
  await saveGroupSettings(database, shop, id, settings).catch((error: unknown) => {
    // The update itself is done. Without the new plans' ids their discounts read as their policies say.
    logger.error(
      { error: describeError(error), group: id },
      'new plans are missing in the settings',
    );
  });
  return groupOf(after, settings);
}

/**
 * Updates a group in one call of the platform. 404 where it doesn't exist, 409 where it has another version than the
 * edit started from, 422 at the fields that are wrong.
 */
export async function updateSellingPlanGroup(
  context: ShopContext,
  id: string,
  body: UpdateSellingPlanGroup,
): Promise<SellingPlanGroup> {
  return await oneAtATime(`${context.shop} ${id}`, () => updateWhole(context, id, body));
}

/** Deletes a group from the platform and its settings here; 404 where it doesn't exist. */
export async function deleteSellingPlanGroup(context: ShopContext, id: string): Promise<void> {
  const { database, shop, logger } = context;
  const { sellingPlanGroupDelete } = await context.graphql(deleteGroup, { id });
  const [error] = sellingPlanGroupDelete.userErrors;
  const isMissing = error?.code === 'GROUP_DOES_NOT_EXIST';
  if (error !== undefined && !isMissing) throw invalidFields({ '': [error.message] });
  await deleteGroupSettings(database, shop, id).catch((failure: unknown) => {
    // The group is gone; a row that nothing points at does no harm.
    logger.warn({ error: describeError(failure), group: id }, 'settings of a deleted group remain');
  });
  if (isMissing) throw notFound(groupNotFound);
}
