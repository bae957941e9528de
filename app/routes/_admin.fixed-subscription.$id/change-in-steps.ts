import { errorTexts } from '#contract/error-texts.ts';
import type { VariantsResult } from '#contract/selling-plan-group.ts';
import { ResourceError } from '../../requests/request-resource.ts';
import { isOutcomeUnknown } from '../../subscription-api/failure.ts';

export type NamedVariant = { id: string; name: string };
export type FailedVariant = NamedVariant & {
  reason: string;
  /** No answer came: it may have been done all the same. */
  isUnknown?: boolean;
};

/** How far a change of many variants is. `done` counts those that were tried, whether or not it went well. */
export type ChangeProgress = {
  total: number;
  done: number;
  changed: number;
  failed: FailedVariant[];
};

export const notSent = 'Stopped before it was sent';

/** Splits a list into parts of at most `size`, in order. */
export function stepsOf<Item>(items: readonly Item[], size: number): Item[][] {
  const steps: Item[][] = [];
  for (let start = 0; start < items.length; start += size) {
    steps.push(items.slice(start, start + size));
  }
  return steps;
}

/**
 * Changes many variants in as few calls as `stepSize` allows, one after the other, each variant once. A step that fails as a
 * whole counts for its own variants only: the others go on. After `signal` is aborted nothing more is sent; the call on its
 * way is still waited for, and what was not sent is told as such.
 */
export async function changeInSteps(options: {
  variants: readonly NamedVariant[];
  stepSize: number;
  send: (ids: string[]) => Promise<VariantsResult>;
  onProgress: (progress: ChangeProgress) => void;
  signal: AbortSignal;
}): Promise<ChangeProgress> {
  const variants = [...new Map(options.variants.map((variant) => [variant.id, variant])).values()];
  let progress: ChangeProgress = { total: variants.length, done: 0, changed: 0, failed: [] };
  for (const step of stepsOf(variants, options.stepSize)) {
    const failed = options.signal.aborted
      ? step.map((variant) => ({ ...variant, reason: notSent }))
      : await failuresOf(step, options.send);
    progress = {
      total: progress.total,
      done: progress.done + step.length,
      changed: progress.changed + step.length - failed.length,
      failed: [...progress.failed, ...failed],
    };
    options.onProgress(progress);
  }
  return progress;
}

async function failuresOf(
  step: readonly NamedVariant[],
  send: (ids: string[]) => Promise<VariantsResult>,
): Promise<FailedVariant[]> {
  let result: VariantsResult;
  try {
    result = await send(step.map(({ id }) => id));
  } catch (error) {
    const reason = error instanceof Error ? error.message : errorTexts.somethingWentWrong;
    const isUnknown = error instanceof ResourceError && isOutcomeUnknown(error.status);
    return step.map(({ id, name }) => ({ id, name, reason, ...(isUnknown && { isUnknown }) }));
  }
  const changed = new Set(result.changed);
  const reasons = new Map(result.failed.map(({ id, reason }) => [id, reason]));
  return step.flatMap((variant) => {
    const reason = reasons.get(variant.id);
    if (reason !== undefined) return [{ ...variant, reason }];
    // The answer doesn't mention this variant, so it is neither done nor failed.
    return changed.has(variant.id) ? [] : [{ ...variant, reason: errorTexts.somethingWentWrong }];
  });
}

/** Failures by reason, the most frequent first: thousands that failed for one reason read as one. */
export function failuresByReason(
  failed: readonly FailedVariant[],
): Array<{ reason: string; variants: FailedVariant[] }> {
  const groups = new Map<string, FailedVariant[]>();
  for (const variant of failed) {
    const variants = groups.get(variant.reason) ?? [];
    variants.push(variant);
    groups.set(variant.reason, variants);
  }
  return [...groups]
    .map(([reason, variants]) => ({ reason, variants }))
    .sort((left, right) => right.variants.length - left.variants.length);
}
