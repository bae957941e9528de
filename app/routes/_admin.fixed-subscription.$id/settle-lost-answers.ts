import type { ChangeProgress, FailedVariant } from './change-in-steps.ts';
import type { VariantChange } from './variant-requests.ts';

/**
 * Finds out what became of variants whose change got no answer: reads which ones the group has now and counts those that
 * are as they should be as changed. If that can't be read either, their outcome stays unknown.
 */
export async function settleLostAnswers(
  progress: ChangeProgress,
  change: VariantChange,
  readGroup: () => Promise<ReadonlyArray<{ id: string }>>,
): Promise<ChangeProgress> {
  if (!progress.failed.some(({ isUnknown }) => isUnknown)) return progress;
  let inGroup: Set<string>;
  try {
    inGroup = new Set((await readGroup()).map(({ id }) => id));
  } catch {
    return progress;
  }
  const isDone = ({ id, isUnknown }: FailedVariant) =>
    isUnknown === true && inGroup.has(id) === (change === 'add');
  const failed = progress.failed
    .filter((variant) => !isDone(variant))
    .map(({ id, name, reason }) => ({ id, name, reason }));
  const changed = progress.changed + progress.failed.length - failed.length;
  return { ...progress, changed, failed };
}
