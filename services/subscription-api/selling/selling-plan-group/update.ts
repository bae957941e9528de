import {
  optionRequired,
  repeatedOptions,
  type SellingPlanGroup,
  sameAsOption,
  type UpdateSellingPlanGroup,
} from '#contract/selling-plan-group.ts';
import {
  invalidFields,
  notFound,
  OutcomeUnknownError,
  platformFailed,
  ServiceError,
} from '../../service-error.ts';
import type { ShopContext } from '../../shop-context.ts';
import { type FoundGroup, findGroup, groupNotFound } from './detail.ts';
import { deleteGroup, updateGroup } from './documents.ts';
import { type GroupLease, withGroupLease } from './group-lease.ts';
import type { PlatformGroup } from './platform-group.ts';
import type { SellingPlanGroupInput } from './platform-input.ts';
import { groupOf, inStoreTimeZone, plansInOrder } from './reading.ts';
import { stateOf } from './settings-of-groups.ts';
import {
  deleteGroupSettings,
  type SellingPlanGroupSettings,
  saveGroupSettings,
} from './settings-store.ts';
import { fieldErrorsOfUserErrors, type PlanOrigins } from './user-errors.ts';
import { groupInputForUpdate, matchedPlanIds, settingsOf } from './writing.ts';

export const changedBySomeoneElse =
  'Someone else changed this selling plan group after you opened it.';

function conflict(): ServiceError {
  return new ServiceError(409, { message: changedBySomeoneElse });
}

/** Whether the edit started from another version than the group has now; one without a version overwrites. */
function isOld(body: UpdateSellingPlanGroup, current: SellingPlanGroup): boolean {
  return body.version !== undefined && body.version !== current.version;
}

function checkAgainst(current: SellingPlanGroup, body: UpdateSellingPlanGroup): void {
  if (isOld(body, current)) throw conflict();
  if (body.isDynamic !== current.isDynamic) {
    const message = 'You can’t change usage-based mode once a selling plan group exists';
    throw invalidFields({ isDynamic: [message] });
  }
  checkOptions(current, body);
  const leaves = current.sellingPlans.filter(({ id }) => !body.sellingPlansToDelete.includes(id));
  if (leaves.length === 0 && body.recurringPolicies.every(({ id }) => id !== undefined)) {
    throw invalidFields({ recurringPolicies: [optionRequired] });
  }
  const isNewDiscount =
    body.firstOrderDiscount > 0 && body.firstOrderDiscount !== current.firstOrderDiscount;
  if (isNewDiscount && body.recurringPolicies.length === 0) {
    throw invalidFields({ firstOrderDiscount: ['Add an option for this discount to apply to'] });
  }
}

function checkOptions(current: SellingPlanGroup, body: UpdateSellingPlanGroup): void {
  const editable = new Set(current.recurringPolicies.map(({ id }) => id));
  const existing = new Set(current.sellingPlans.map(({ id }) => id));
  const seen = new Set<string>();
  for (const [index, { id }] of body.recurringPolicies.entries()) {
    if (id === undefined) continue;
    const field = `recurringPolicies[${index}]`;
    // Someone deleted the plan since the form was opened; making it anew would give customers another plan.
    if (!existing.has(id)) throw conflict();
    if (!editable.has(id)) throw invalidFields({ [field]: ['You can’t edit this option here'] });
    if (seen.has(id) || body.sellingPlansToDelete.includes(id)) {
      throw invalidFields({ [field]: ['This option is given twice'] });
    }
    seen.add(id);
  }
  const isKnown = new Set(
    repeatedOptions(current).map(({ index }) => current.recurringPolicies[index]?.id),
  );
  for (const { index, first } of repeatedOptions(body)) {
    if (isKnown.has(body.recurringPolicies[index]?.id)) continue;
    throw invalidFields({ [`recurringPolicies[${index}].intervalCount`]: [sameAsOption(first)] });
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
    context.logger.error({ error, group: id }, 'settings were not put back');
  }
}

/**
 * The group as the body asks for it, where it already is so: nothing was changed, or an earlier attempt was carried out and
 * its answer got lost. Null where there is something to write.
 */
function alreadyWritten(
  body: UpdateSellingPlanGroup,
  { group, settings: previous, currencyCode }: FoundGroup,
): { group: SellingPlanGroup; settings: SellingPlanGroupSettings } | null {
  const planIds = matchedPlanIds(body, group);
  if (planIds === null) return null;
  const options = body.recurringPolicies.map((option, index) => ({
    ...option,
    id: planIds[index],
  }));
  const settings = settingsOf(body, planIds, previous);
  const read = groupOf(group, settings);
  // Settings alone don't tell under which name the plans are.
  const before = { ...read, dynamicSellingPlanName: previous?.dynamicSellingPlanName ?? '' };
  const { input } = groupInputForUpdate(
    { ...body, recurringPolicies: options },
    { before, current: group, currencyCode },
    body.sellingPlansToDelete,
  );
  const isSo = input === null && read.firstOrderDiscount === body.firstOrderDiscount;
  if (!isSo || (previous?.isDynamic ?? false) !== body.isDynamic) return null;
  return { group: read, settings };
}

/** Whether the body would change settings that no plan uses: of those the platform shows nobody that they are so already. */
function differsUnseen(before: SellingPlanGroup, body: UpdateSellingPlanGroup): boolean {
  const unseen: Array<keyof SellingPlanGroup & keyof UpdateSellingPlanGroup> = [];
  const hasOwnDiscounts = body.recurringPolicies.every(
    ({ discountType }) => discountType !== 'NONE',
  );
  if (hasOwnDiscounts) unseen.push('recurringDiscount');
  if (body.firstOrderDiscount === 0) unseen.push('firstOrderDiscountCycles');
  if (!body.isDynamic) unseen.push('dynamicSellingPlanName');
  return unseen.some((name) => before[name] !== body[name]);
}

async function writeToPlatform(
  context: ShopContext,
  id: string,
  input: SellingPlanGroupInput,
  body: UpdateSellingPlanGroup,
  origins: PlanOrigins,
): Promise<PlatformGroup> {
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
  return sellingPlanGroup;
}

/** What became of an update whose answer never came: the group if it was carried out, else null. */
async function readOutcome(
  context: ShopContext,
  id: string,
  body: UpdateSellingPlanGroup,
  previous: SellingPlanGroupSettings | undefined,
  failure: unknown,
) {
  const isRefused = failure instanceof ServiceError && failure.status < 500;
  if (isRefused) return null;
  const found = await findGroup(context, id).catch(() => null);
  return found === null ? null : alreadyWritten(body, { ...found, settings: previous });
}

async function updateWhole(
  context: ShopContext,
  id: string,
  body: UpdateSellingPlanGroup,
  turn: GroupLease,
): Promise<SellingPlanGroup> {
  const { database, shop, logger } = context;
  const found = await findGroup(context, id);
  const { group: current, settings: previous, currencyCode } = found;
  const before = groupOf(current, previous);
  const written = alreadyWritten(body, found);
  if (written !== null) {
    if (isOld(body, before) && differsUnseen(before, body)) throw conflict();
    await saveGroupSettings(database, shop, id, written.settings);
    return inStoreTimeZone(written.group, found.timeZone);
  }
  checkAgainst(before, body);
  const { input, ...origins } = groupInputForUpdate(
    body,
    { before, current, currencyCode },
    body.sellingPlansToDelete,
  );

  await turn.keep();
  // Our row first: if the database fails nothing has happened yet, and if the platform refuses the row goes back. Where the process
  // does not live to put it back, the group's state tells which of the two holds.
  const knownIds = body.recurringPolicies.map((option) => option.id);
  const planned = settingsOf(body, knownIds, previous);
  const undone = { state: stateOf(current), settings: previous ?? null };
  await saveGroupSettings(database, shop, id, planned, input === null ? null : undone);
  let after = current;
  try {
    if (input !== null) after = await writeToPlatform(context, id, input, body, origins);
  } catch (error) {
    const outcome = await readOutcome(context, id, body, previous, error);
    if (outcome === null) {
      // Where nobody can tell what came of it, or the platform is only late, the group's state goes on to tell.
      if (!(error instanceof OutcomeUnknownError)) await putSettingsBack(context, id, previous);
      throw error;
    }
    await saveGroupSettings(database, shop, id, outcome.settings);
    return inStoreTimeZone(outcome.group, found.timeZone);
  }

  const settings = settingsOf(body, planIdsAfter(body, current, after), previous);
  await saveGroupSettings(database, shop, id, settings).catch((error: unknown) => {
    // The update itself is done. Without the new plans' ids their discounts read as their policies say.
    logger.error({ error, group: id }, 'new plans are missing in the settings');
  });
  return inStoreTimeZone(groupOf(after, settings), found.timeZone);
}

/**
 * Updates a group in one call of the platform, one update of a group at a time, whichever process does it. What is so already
 * is answered as done. 404 where the group doesn't exist, 409 where it has another version than the edit started from,
 * 422 at the fields that are wrong.
 */
export async function updateSellingPlanGroup(
  context: ShopContext,
  id: string,
  body: UpdateSellingPlanGroup,
): Promise<SellingPlanGroup> {
  return await withGroupLease(context, id, (turn) => updateWhole(context, id, body, turn));
}

async function isGone(context: ShopContext, id: string): Promise<boolean> {
  return await findGroup(context, id).then(
    () => false,
    (error: unknown) => error instanceof ServiceError && error.status === 404,
  );
}

/** Deletes a group from the platform and its settings here; 404 where it doesn't exist. */
export async function deleteSellingPlanGroup(context: ShopContext, id: string): Promise<void> {
  const { database, shop, logger } = context;
  const [error] = await context.graphql(deleteGroup, { id }).then(
    ({ sellingPlanGroupDelete }) => sellingPlanGroupDelete.userErrors,
    async (failure: unknown) => {
      if (failure instanceof OutcomeUnknownError && (await isGone(context, id))) return [];
      throw failure;
    },
  );
  const isMissing = error?.code === 'GROUP_DOES_NOT_EXIST';
  if (error !== undefined && !isMissing) throw invalidFields({ '': [error.message] });
  await deleteGroupSettings(database, shop, id).catch((failure: unknown) => {
    // The group is gone; a row that nothing points at does no harm.
    logger.warn({ error: failure, group: id }, 'settings of a deleted group remain');
  });
  if (isMissing) throw notFound(groupNotFound);
}
