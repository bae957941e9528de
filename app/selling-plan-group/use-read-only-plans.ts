import { useCallback, useMemo, useState } from 'react';
import type { SellingPlanGroup } from '#contract/selling-plan-group.ts';
import { readOnlyPlansOf } from './read-only-plans.ts';

/** The read-only plans beside the form's options, and which of them the merchant removed. */
export function useReadOnlyPlans(
  opened: SellingPlanGroup | undefined,
  target: SellingPlanGroup | undefined,
) {
  const [removedIds, setRemovedIds] = useState<ReadonlySet<string>>(new Set());
  const setRemoved = useCallback((id: string, removed: boolean) => {
    setRemovedIds((before) => {
      const after = new Set(before);
      if (removed) after.add(id);
      else after.delete(id);
      return after;
    });
  }, []);
  const readOnlyPlans = useMemo(() => {
    const options = new Set(opened?.recurringPolicies.map(({ id }) => id));
    return readOnlyPlansOf(target).filter(({ id }) => !options.has(id));
  }, [opened, target]);
  return { readOnlyPlans, removedIds, setRemoved };
}
