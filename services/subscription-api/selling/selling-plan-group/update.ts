import {
  optionRequired,
  repeatedOptions,
  type SellingPlanGroup,
  sameAsOption,
  type UpdateSellingPlanGroup,
} from '#contract/selling-plan-group.ts';
import { OutcomeUnknownError, platformFailed } from '../../platform/platform-error.ts';
import type { UserError } from '../../platform/user-errors.ts';
import { invalidFields, notFound, ServiceError } from '../../service-error.ts';
import type { ShopContext } from '../../shop-context.ts';
import { type FoundGroup, findGroup, groupNotFound } from './detail.ts';
import { deleteGroup, updateGroup } from './documents.ts';
import { type GroupLease, withGroupLease } from './group-lease.ts';
import {
  deleteGroupSettings,
  type SellingPlanGroupSettings,
  saveGroupSettings,
  stateOf,
} from './group-settings.ts';
import { type PlatformGroup, plansInOrder } from './platform-group.ts';
import type { SellingPlanGroupInput } from './platform-input.ts';
import { groupOf, inStoreTimeZone } from './reading.ts';
import { fieldErrorsOfUserErrors } from './user-errors.ts';
import { groupInputForUpdate, matchedPlanIds, settingsOf } from './writing.ts';

const changedBySomeoneElse = 'Someone else changed this selling plan group after you opened it.';

function conflict(): ServiceError {
  return new ServiceError('conflict', { message: changedBySomeoneElse });
}

/** Whether the edit started from another version than the current one. An edit without a version overwrites. */
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
    // Somebody has deleted the plan since the form was opened. Creating it again would give customers another plan.
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

/** The ids of the plans in the order of the options. New plans are found by their positions. */
function planIdsAfter(body: UpdateSellingPlanGroup, before: PlatformGroup, after: PlatformGroup) {
  const known = new Set(before.sellingPlans.nodes.map((plan) => plan.id));
  const created = plansInOrder(after).filter((plan) => !known.has(plan.id));
  return body.recurringPolicies.map((option) => option.id ?? created.shift()?.id);
}

/**
 * The group and settings that the body asks for, if the platform has them already: nothing changed, or an earlier attempt was carried out and its
 * answer was lost. Null if there is something to write.
 */
function alreadyWritten(
  body: UpdateSellingPlanGroup,
  { group, settings: previous, currencyCode, timeZone }: FoundGroup,
): { group: SellingPlanGroup; settings: SellingPlanGroupSettings } | null {
  const planIds = matchedPlanIds(body, group);
  if (planIds === null) return null;
  const options = body.recurringPolicies.map((option, index) => ({
    ...option,
    id: planIds[index],
  }));
  const settings = settingsOf(body, planIds, previous);
  const read = groupOf(group, settings);
  // Settings don't tell which name the plans have.
  const before = { ...read, dynamicSellingPlanName: previous?.dynamicSellingPlanName ?? '' };
  const { input } = groupInputForUpdate(
    { ...body, recurringPolicies: options },
    { before, current: group, terms: { currencyCode, timeZone } },
    body.sellingPlansToDelete,
  );
  const isSo = input === null && read.firstOrderDiscount === body.firstOrderDiscount;
  if (!isSo || (previous?.isDynamic ?? false) !== body.isDynamic) return null;
  return { group: read, settings };
}

/** Whether the body changes settings that no plan uses. Shopify's group can't show whether these were saved already. */
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

/** Deletes the settings of a refused update, so that they can't take effect when somebody changes the group elsewhere. */
async function forgetRefused(
  context: ShopContext,
  { group: { id }, settings }: FoundGroup,
): Promise<void> {
  const forgetting = settings
    ? saveGroupSettings(context, id, settings)
    : deleteGroupSettings(context, id);
  await forgetting.catch((error: unknown) => {
    // Until somebody does, the group's state tells that the earlier settings hold.
    context.logger.error({ error, group: id }, 'settings of a refused update remain');
  });
}

/** Sends the update. If the answer is lost, Shopify's group tells whether it was carried out. */
async function sendUpdate(
  context: ShopContext,
  input: SellingPlanGroupInput,
  body: UpdateSellingPlanGroup,
  found: FoundGroup,
): Promise<{ group: PlatformGroup | null; userErrors: UserError[] }> {
  const { id } = found.group;
  try {
    const { sellingPlanGroupUpdate } = await context.graphql(updateGroup, { id, input });
    const { sellingPlanGroup: group, userErrors } = sellingPlanGroupUpdate;
    return { group, userErrors };
  } catch (failure) {
    if (failure instanceof ServiceError && failure.isRefusal) {
      await forgetRefused(context, found);
      throw failure;
    }
    const now = await findGroup(context, id).catch(() => null);
    if (now === null || alreadyWritten(body, { ...now, settings: found.settings }) === null) {
      throw failure;
    }
    return { group: now.group, userErrors: [] };
  }
}

async function updateWhole(
  context: ShopContext,
  id: string,
  body: UpdateSellingPlanGroup,
  turn: GroupLease,
): Promise<SellingPlanGroup> {
  const found = await findGroup(context, id);
  const { group: current, settings: previous, currencyCode, timeZone } = found;
  const before = groupOf(current, previous);
  const written = alreadyWritten(body, found);
  if (written !== null) {
    if (isOld(body, before) && differsUnseen(before, body)) throw conflict();
    await saveGroupSettings(context, id, written.settings);
    return inStoreTimeZone(written.group, timeZone);
  }
  checkAgainst(before, body);
  const { input, ...origins } = groupInputForUpdate(
    body,
    { before, current, terms: { currencyCode, timeZone } },
    body.sellingPlansToDelete,
  );

  await turn.keep();
  const knownIds = body.recurringPolicies.map((option) => option.id);
  const planned = settingsOf(body, knownIds, previous);
  if (input === null) {
    await saveGroupSettings(context, id, planned);
    return inStoreTimeZone(groupOf(current, planned), timeZone);
  }
  // Stores both before Shopify is told. If the outcome stays unknown, the group's state tells which of the two holds.
  const undone = { state: stateOf(current), settings: previous ?? null };
  await saveGroupSettings(context, id, planned, undone);
  const { group: after, userErrors } = await sendUpdate(context, input, body, found);
  if (userErrors.length > 0) {
    await forgetRefused(context, found);
    const isMissing = userErrors.some((error) => error.code === 'GROUP_DOES_NOT_EXIST');
    throw isMissing
      ? notFound(groupNotFound)
      : invalidFields(fieldErrorsOfUserErrors(userErrors, body, origins));
  }
  if (after === null) {
    throw platformFailed(new Error(`${updateGroup.name}: no group and no errors`));
  }
  const settings = settingsOf(body, planIdsAfter(body, current, after), previous);
  await saveGroupSettings(context, id, settings).catch((error: unknown) => {
    // The update itself is done. Without the new plans' ids, their discounts are read from their policies.
    context.logger.error({ error, group: id }, 'new plans are missing in the settings');
  });
  return inStoreTimeZone(groupOf(after, settings), timeZone);
}

/**
 * Updates a group in one call of Shopify. Across all processes, a group has one update at a time. An update that is there already counts as done.
 * @throws ServiceError `not found` if the group doesn't exist, `conflict` if its version isn't the one that the edit started from, `invalid fields`
 *   with those that are wrong
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
    (error: unknown) => error instanceof ServiceError && error.kind === 'not found',
  );
}

/** Deletes a group from Shopify and its settings here. Throws `not found` if it doesn't exist. */
export async function deleteSellingPlanGroup(context: ShopContext, id: string): Promise<void> {
  const [error] = await context.graphql(deleteGroup, { id }).then(
    ({ sellingPlanGroupDelete }) => sellingPlanGroupDelete.userErrors,
    async (failure: unknown) => {
      if (failure instanceof OutcomeUnknownError && (await isGone(context, id))) return [];
      throw failure;
    },
  );
  const isMissing = error?.code === 'GROUP_DOES_NOT_EXIST';
  if (error !== undefined && !isMissing) throw invalidFields({ '': [error.message] });
  await deleteGroupSettings(context, id).catch((failure: unknown) => {
    // The group is gone, and an unused row does no harm.
    context.logger.warn({ error: failure, group: id }, 'settings of a deleted group remain');
  });
  if (isMissing) throw notFound(groupNotFound);
}
