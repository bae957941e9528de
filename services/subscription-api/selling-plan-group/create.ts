import { createHash } from 'node:crypto';
import {
  type CreateSellingPlanGroup,
  type SellingPlanGroup,
  sellingPlanGroupSchema,
} from '#contract/selling-plan-group.ts';
import { createOnce } from '../idempotency/create-once.ts';
import { completeStep } from '../proposed-vendor/store.ts';
import { invalidFields, platformFailed } from '../service-error.ts';
import type { ShopContext } from '../shop-context.ts';
import { createGroup, deleteGroup, getCurrency, listNewestGroupCodes } from './documents.ts';
import { groupOf, plansInOrder } from './reading.ts';
import { saveGroupSettings } from './settings-store.ts';
import { fieldErrorsOfUserErrors } from './user-errors.ts';
import { groupInputForCreate, settingsOf, slugOf } from './writing.ts';

async function removeGroup(context: ShopContext, id: string): Promise<void> {
  const { sellingPlanGroupDelete } = await context.graphql(deleteGroup, { id });
  const error = sellingPlanGroupDelete.userErrors[0];
  if (error !== undefined && error.code !== 'GROUP_DOES_NOT_EXIST') {
    throw platformFailed(new Error(`${deleteGroup.name}: ${error.message}`));
  }
}

/** The shop's currency, asked for only where a plan's name would say an amount. */
async function currencyFor(context: ShopContext, form: CreateSellingPlanGroup): Promise<string> {
  const hasAmount = form.recurringPolicies.some((option) => option.discountType === 'FIXED_AMOUNT');
  if (!hasAmount) return '';
  const { shop } = await context.graphql(getCurrency, {});
  return shop.currencyCode;
}

async function createWhole(
  context: ShopContext,
  form: CreateSellingPlanGroup,
  merchantCode: string,
): Promise<SellingPlanGroup> {
  const { database, shop, logger } = context;
  const input = groupInputForCreate(form, merchantCode, await currencyFor(context, form));
  const { sellingPlanGroupCreate } = await context.graphql(createGroup, { input });
  const { sellingPlanGroup: group, userErrors } = sellingPlanGroupCreate;
  if (userErrors.length > 0) {
    const inOrder = form.recurringPolicies.map((_, index) => index);
    const origins = { createdFrom: inOrder, updatedFrom: [] };
    throw invalidFields(fieldErrorsOfUserErrors(userErrors, form, origins));
  }
  if (group === null)
    throw platformFailed(new Error(`${createGroup.name}: no group and no errors`));

  const planIds = plansInOrder(group).map((plan) => plan.id);
  const settings = settingsOf(form, planIds);
  try {
    await saveGroupSettings(database, shop, group.id, settings);
  } catch (error) {
    // Whole or not at all: without our row the group would mean something else than what was asked for.
    await removeGroup(context, group.id).catch((failure: unknown) => {
      logger.error(
        { error: failure, group: group.id },
        'a group stays on the platform without its settings',
      );
    });
    throw error;
  }
  await completeStep(database, shop, 2).catch((error: unknown) => {
    logger.error({ error }, 'could not move onboarding on');
  });
  return groupOf(group, settings);
}

/**
 * Creates a group on the platform and keeps what it has no room for. With an idempotency key it is created once, however
 * often it is asked for: the key's mark in the group's code finds a create whose answer never arrived.
 */
export async function createSellingPlanGroup(
  context: ShopContext,
  form: CreateSellingPlanGroup,
  idempotencyKey: string | undefined,
): Promise<SellingPlanGroup> {
  const slug = slugOf(form.name);
  if (idempotencyKey === undefined) return await createWhole(context, form, slug);
  const mark = createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 10);
  return await createOnce(context, {
    operation: 'create selling plan group',
    key: idempotencyKey,
    body: form,
    parseAnswer: (stored) => sellingPlanGroupSchema.parse(stored),
    create: async ({ isRepeat }) => {
      if (isRepeat) {
        const data = await context.graphql(listNewestGroupCodes, {});
        for (const group of data.sellingPlanGroups.nodes) {
          // Nobody was ever told of it, so it can go, and what is asked for now is created afresh.
          if (group.merchantCode.endsWith(`-${mark}`)) await removeGroup(context, group.id);
        }
      }
      return await createWhole(context, form, `${slug}-${mark}`);
    },
  });
}
