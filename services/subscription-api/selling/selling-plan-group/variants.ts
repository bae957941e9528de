import type { VariantsResult } from '#contract/selling-plan-group.ts';
import type { Operation } from '../../platform/admin-graphql.ts';
import { OutcomeUnknownError } from '../../platform/platform-error.ts';
import type { UserError } from '../../platform/user-errors.ts';
import { notFound } from '../../service-error.ts';
import { completeStep } from '../../shop/proposed-vendor.ts';
import type { ShopContext } from '../../shop-context.ts';
import { groupNotFound } from './detail.ts';
import { addVariants, findNodes, removeVariants, variantsInGroup } from './documents.ts';

const gone = 'This product variant no longer exists';

/** The variants that an error of Shopify is about, by the index in its path or the ids in its text. */
function variantsOf(error: UserError, sent: readonly string[]): string[] {
  const index = error.field?.find((part) => /^\d+$/.test(part));
  const byIndex = index === undefined ? undefined : sent[Number(index)];
  if (byIndex !== undefined) return [byIndex];
  const mentioned = new Set(error.message.match(/gid:\/\/shopify\/ProductVariant\/\d+/g));
  return sent.filter((id) => mentioned.has(id));
}

/** The variants that got a call refused. Shopify's errors name one variant at most. */
type Obstacles = {
  missing: ReadonlySet<string>;
  /** Already in the state that the merchant wants. */
  done: ReadonlySet<string>;
};

/** Handles a lost answer: no error if Shopify carried the call out, otherwise the failure. */
function orNoneIfDone(sent: string[], isDone: (variants: string[]) => Promise<boolean>) {
  return async (failure: unknown): Promise<UserError[]> => {
    if (!(failure instanceof OutcomeUnknownError)) throw failure;
    if (await isDone(sent).catch(() => false)) return [];
    throw failure;
  };
}

/** Sends the variants in one call. If Shopify refuses the whole call because of some of them, this finds those and sends the others once more. */
async function change(
  variants: readonly string[],
  send: (variants: string[]) => Promise<UserError[]>,
  findObstacles: (variants: string[]) => Promise<Obstacles>,
  isDone: (variants: string[]) => Promise<boolean>,
): Promise<VariantsResult> {
  const failed = new Map<string, string>();
  const unique = [...new Set(variants)];
  for (const id of unique) {
    if (!/^gid:\/\/shopify\/ProductVariant\/\d+$/.test(id)) {
      failed.set(id, 'This is not a product variant');
    }
  }

  const refusalOf = async (sent: string[]): Promise<UserError[]> => {
    const userErrors = sent.length === 0 ? [] : await send(sent).catch(orNoneIfDone(sent, isDone));
    if (userErrors.some((error) => error.code === 'GROUP_DOES_NOT_EXIST')) {
      throw notFound(groupNotFound);
    }
    for (const error of userErrors) {
      for (const id of variantsOf(error, sent)) failed.set(id, error.message);
    }
    return userErrors;
  };

  const first = unique.filter((id) => !failed.has(id));
  if ((await refusalOf(first)).length > 0) {
    const { missing, done } = await findObstacles(first);
    for (const id of missing) failed.set(id, gone);
    const rest = first.filter((id) => !failed.has(id) && !done.has(id));
    const [refusal] = await refusalOf(rest);
    if (refusal !== undefined) {
      for (const id of rest) if (!failed.has(id)) failed.set(id, refusal.message);
    }
  }
  return {
    changed: unique.filter((id) => !failed.has(id)),
    failed: [...failed].map(([id, reason]) => ({ id, reason })),
  };
}

async function missingOf(context: ShopContext, variants: string[]): Promise<Set<string>> {
  const { nodes } = await context.graphql(findNodes, { ids: variants });
  return new Set(variants.filter((_, index) => nodes[index] == null));
}

async function inGroup(
  context: ShopContext,
  groupId: string,
  variants: string[],
): Promise<Set<string>> {
  if (variants.length === 0) return new Set();
  const byName = Object.fromEntries(variants.map((id, index) => [`v${index}`, id]));
  const { sellingPlanGroup } = await context.graphql(variantsInGroup(variants.length), {
    id: groupId,
    ...byName,
  });
  if (sellingPlanGroup === null) throw notFound(groupNotFound);
  return new Set(variants.filter((_, index) => sellingPlanGroup[`v${index}`] === true));
}

/** Sends a change of a group's variants, and drops the group's cached product count. */
async function changing<Data>(
  context: ShopContext,
  id: string,
  operation: Operation<{ id: string; productVariantIds: string[] }, Data>,
  productVariantIds: string[],
): Promise<Data> {
  try {
    return await context.graphql(operation, { id, productVariantIds });
  } finally {
    context.caches.productCounts.delete(`${context.shop} ${id}`);
  }
}

/**
 * Adds variants (at most 250) to a group. Those already in it count as changed.
 * @throws ServiceError `not found` if `id`, a global id, isn't a group's
 */
export async function addSellingPlanGroupVariants(
  context: ShopContext,
  id: string,
  variants: readonly string[],
): Promise<VariantsResult> {
  if (!/^gid:\/\/shopify\/SellingPlanGroup\/\d+$/.test(id)) throw notFound(groupNotFound);
  const result = await change(
    variants,
    async (productVariantIds) => {
      const data = await changing(context, id, addVariants, productVariantIds);
      return data.sellingPlanGroupAddProductVariants.userErrors;
    },
    async (refused) => {
      const missing = await missingOf(context, refused);
      const existing = refused.filter((variant) => !missing.has(variant));
      return { missing, done: await inGroup(context, id, existing) };
    },
    async (sent) => (await inGroup(context, id, sent)).size === sent.length,
  );
  if (result.changed.length > 0) {
    await completeStep(context.database, context.shop, 3).catch((error: unknown) => {
      context.logger.error({ error }, 'could not move onboarding on');
    });
  }
  return result;
}

/** Removes variants (at most 250) from a group. Those that aren't in it count as changed. Throws `not found` if the group doesn't exist. */
export async function removeSellingPlanGroupVariants(
  context: ShopContext,
  id: string,
  variants: readonly string[],
): Promise<VariantsResult> {
  return await change(
    variants,
    async (productVariantIds) => {
      const data = await changing(context, id, removeVariants, productVariantIds);
      return data.sellingPlanGroupRemoveProductVariants.userErrors;
    },
    // A variant that doesn't exist isn't in any group either.
    async (refused) => ({ missing: new Set(), done: await missingOf(context, refused) }),
    async (sent) => (await inGroup(context, id, sent)).size === 0,
  );
}
