import type { VariantsResult } from '#contract/selling-plan-group.ts';
import type { RequestContext } from '../dependencies.ts';
import { describeError } from '../logging.ts';
import type { UserError } from '../platform/user-errors.ts';
import { notFound } from '../service-error.ts';
import { completeStep } from '../store/proposed-vendor-store.ts';
import { groupNotFound } from './detail.ts';
import { addVariants, removeVariants } from './documents.ts';

const variantPrefix = 'gid://shopify/ProductVariant/';

type Send = (variants: string[]) => Promise<UserError[]>;

/** The variants that an error of the platform is about: by its path's index, or because its text names them. */
function variantsOf(error: UserError, sent: readonly string[]): string[] {
  const index = error.field?.find((part) => /^\d+$/.test(part));
  const byIndex = index === undefined ? undefined : sent[Number(index)];
  if (byIndex !== undefined) return [byIndex];
  const mentioned = new Set(error.message.match(/\d+/g));
  return sent.filter((id) => mentioned.has(id.slice(variantPrefix.length)));
}

/**
 * Sends the variants in one call. Where the platform refuses the whole call because of some of them, those are reported and
 * the others are sent once more.
 */
async function change(variants: readonly string[], send: Send): Promise<VariantsResult> {
  const failed = new Map<string, string>();
  for (const id of variants) {
    if (!/^gid:\/\/shopify\/ProductVariant\/\d+$/.test(id)) {
      failed.set(id, 'This is not a product variant');
    }
  }
  const unique = [...new Set(variants)];
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const sent = unique.filter((id) => !failed.has(id));
    if (sent.length === 0) break;
    const userErrors = await send(sent);
    if (userErrors.some((error) => error.code === 'GROUP_DOES_NOT_EXIST')) {
      throw notFound(groupNotFound);
    }
    if (userErrors.length === 0) break;
    let isNamed = false;
    for (const error of userErrors) {
      for (const id of variantsOf(error, sent)) {
        isNamed = true;
        failed.set(id, error.message);
      }
    }
    // Nothing to leave out, or still refused without them: then none of them went through.
    if (!isNamed || attempt === 1) {
      const reason = userErrors[0]?.message ?? '';
      for (const id of sent) if (!failed.has(id)) failed.set(id, reason);
    }
  }
  return {
    changed: unique.filter((id) => !failed.has(id)),
    failed: [...failed].map(([id, reason]) => ({ id, reason })),
  };
}

/** Adds variants (at most 250) to a group; ones that are in it already count as changed. 404 where the group doesn't exist. */
export async function addSellingPlanGroupVariants(
  context: RequestContext,
  id: string,
  variants: readonly string[],
): Promise<VariantsResult> {
  const result = await change(variants, async (productVariantIds) => {
    const data = await context.graphql(context.caller, addVariants, { id, productVariantIds });
    return data.sellingPlanGroupAddProductVariants.userErrors;
  });
  if (result.changed.length > 0) {
    await completeStep(context.database, context.caller.shop, 3).catch((error: unknown) => {
      context.logger.error({ err: describeError(error) }, 'could not move onboarding on');
    });
  }
  return result;
}

/** Removes variants (at most 250) from a group; ones that aren't in it count as changed. 404 where the group doesn't exist. */
export async function removeSellingPlanGroupVariants(
  context: RequestContext,
  id: string,
  variants: readonly string[],
): Promise<VariantsResult> {
  return await change(variants, async (productVariantIds) => {
    const data = await context.graphql(context.caller, removeVariants, { id, productVariantIds });
    return data.sellingPlanGroupRemoveProductVariants.userErrors;
  });
}
