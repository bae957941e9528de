import { createHash, randomUUID } from 'node:crypto';
import { anchorsOf } from '#contract/roast-option.ts';
import {
  type CreateSellingPlanGroup,
  type SellingPlanGroup,
  sellingPlanGroupSchema,
} from '#contract/selling-plan-group.ts';
import { createOnce } from '../../idempotency/create-once.ts';
import { OutcomeUnknownError, platformFailed } from '../../platform/platform-error.ts';
import type { UserError } from '../../platform/user-errors.ts';
import { invalidFields, ServiceError } from '../../service-error.ts';
import { getShop } from '../../shop/documents.ts';
import { completeStep } from '../../shop/proposed-vendor.ts';
import type { ShopContext } from '../../shop-context.ts';
import { findGroup } from './detail.ts';
import { createGroup, listNewestGroupCodes } from './documents.ts';
import { deleteGroupSettings, idOfMark, saveGroupSettings } from './group-settings.ts';
import { type PlatformGroup, plansInOrder } from './platform-group.ts';
import type { SellingPlanGroupInput } from './platform-input.ts';
import { groupOf } from './reading.ts';
import { fieldErrorsOfUserErrors } from './user-errors.ts';
import {
  groupInputForCreate,
  matchedPlanIds,
  type StoreTerms,
  settingsOf,
  slugOf,
} from './writing.ts';

/** The shop's currency and time zone, asked for only if words about a plan need them. */
async function termsFor(context: ShopContext, form: CreateSellingPlanGroup): Promise<StoreTerms> {
  const needsThem = form.recurringPolicies.some(
    (option) => option.discountType === 'FIXED_AMOUNT' || anchorsOf(option).length > 0,
  );
  if (!needsThem) return { currencyCode: '', timeZone: 'UTC' };
  const { shop } = await context.graphql(getShop, {});
  return { currencyCode: shop.currencyCode, timeZone: shop.ianaTimezone };
}

/** How many pages of the newest groups to search for a create whose answer was lost. Shopify can't search by code. */
const mostPages = 8;

/** The groups whose code ends with a create's mark, which no other group's does. */
async function findMarked(context: ShopContext, mark: string): Promise<string[]> {
  const from: { after?: string | null } = {};
  for (let pages = 0; pages < mostPages; pages += 1) {
    const { sellingPlanGroups } = await context.graphql(listNewestGroupCodes, from);
    const { nodes, pageInfo } = sellingPlanGroups;
    const found = nodes.filter(({ merchantCode }) => merchantCode.endsWith(`-${mark}`));
    if (found.length > 0 || !pageInfo.hasNextPage) return found.map(({ id }) => id);
    from.after = pageInfo.endCursor;
  }
  return [];
}

/** Shopify's answer to a create. If the answer was lost, the group that was created all the same. */
async function sendCreate(
  context: ShopContext,
  input: SellingPlanGroupInput,
  mark: string,
): Promise<{ group: PlatformGroup | null; userErrors: UserError[] }> {
  try {
    const { sellingPlanGroupCreate } = await context.graphql(createGroup, { input });
    const { sellingPlanGroup: group, userErrors } = sellingPlanGroupCreate;
    return { group, userErrors };
  } catch (error) {
    if (!(error instanceof OutcomeUnknownError)) throw error;
    const [made] = await findMarked(context, mark).catch(() => []);
    const found = made === undefined ? null : await findGroup(context, made).catch(() => null);
    if (found === null) throw error;
    return { group: found.group, userErrors: [] };
  }
}

/** The group from an earlier attempt; null if it is gone. */
async function findMade(context: ShopContext, id: string): Promise<PlatformGroup | null> {
  const found = await findGroup(context, id).catch((error: unknown) => {
    if (error instanceof ServiceError && error.kind === 'not found') return null;
    throw error;
  });
  return found?.group ?? null;
}

function isAsAsked(
  group: PlatformGroup,
  form: CreateSellingPlanGroup,
  input: SellingPlanGroupInput,
): boolean {
  const names = plansInOrder(group).map(({ name }) => name);
  const asked = input.sellingPlansToCreate?.map(({ name }) => name);
  return (
    group.name === input.name &&
    group.position === input.position &&
    JSON.stringify(names) === JSON.stringify(asked) &&
    matchedPlanIds(form, group) !== null
  );
}

const alreadyCreated = (name: string) =>
  `This selling plan group was already created as “${name}”, before your last changes. Open it from the list to change it.`;

async function createWhole(
  context: ShopContext,
  form: CreateSellingPlanGroup,
  mark: string,
  lost: readonly string[] = [],
): Promise<SellingPlanGroup> {
  const merchantCode = `${slugOf(form.name)}-${mark}`;
  const input = groupInputForCreate(form, merchantCode, await termsFor(context, form));
  for (const id of lost) {
    const made = await findMade(context, id);
    if (made === null) continue;
    if (isAsAsked(made, form, input)) return await finish(context, form, mark, made);
    // The merchant may have seen or sold by this group. So we neither delete nor change it silently, nor create another one beside it.
    throw new ServiceError('conflict', { message: alreadyCreated(made.name) });
  }
  const places = form.recurringPolicies.map((_, index) => String(index));
  // Saved before the group exists, so that nobody sees it without its settings.
  await saveGroupSettings(context, idOfMark(mark), settingsOf(form, places));
  const { group, userErrors } = await sendCreate(context, input, mark);
  if (userErrors.length > 0) {
    const inOrder = form.recurringPolicies.map((_, index) => index);
    const origins = { createdFrom: inOrder, updatedFrom: [] };
    throw invalidFields(fieldErrorsOfUserErrors(userErrors, form, origins));
  }
  if (group === null)
    throw platformFailed(new Error(`${createGroup.name}: no group and no errors`));

  return await finish(context, form, mark, group);
}

async function finish(
  context: ShopContext,
  form: CreateSellingPlanGroup,
  mark: string,
  group: PlatformGroup,
): Promise<SellingPlanGroup> {
  const { database, shop, logger } = context;
  const planIds = plansInOrder(group).map((plan) => plan.id);
  const settings = settingsOf(form, planIds);
  await database
    .transaction(async (transaction) => {
      const scope = { database: transaction, shop };
      await saveGroupSettings(scope, group.id, settings);
      await deleteGroupSettings(scope, idOfMark(mark));
    })
    .catch((error: unknown) => {
      // The group works all the same: its settings are found by its mark.
      logger.error({ error, group: group.id }, 'settings of a group stay under its mark');
    });
  await completeStep(database, shop, 2).catch((error: unknown) => {
    logger.error({ error }, 'could not move onboarding on');
  });
  return groupOf(group, settings);
}

/**
 * Creates a group on the platform and stores the settings that the platform has no place for. An idempotency key creates one group, however often it
 * is repeated: its mark in the group's code finds a create whose answer was lost.
 */
export async function createSellingPlanGroup(
  context: ShopContext,
  form: CreateSellingPlanGroup,
  idempotencyKey: string | undefined,
): Promise<SellingPlanGroup> {
  const mark = createHash('sha256')
    .update(idempotencyKey ?? randomUUID())
    .digest('hex')
    .slice(0, 10);
  if (idempotencyKey === undefined) return await createWhole(context, form, mark);
  return await createOnce(context, {
    operation: 'create selling plan group',
    key: idempotencyKey,
    body: form,
    parseAnswer: (stored) => sellingPlanGroupSchema.parse(stored),
    create: async ({ isRepeat }) => {
      const lost = isRepeat ? await findMarked(context, mark) : [];
      return await createWhole(context, form, mark, lost);
    },
  });
}
