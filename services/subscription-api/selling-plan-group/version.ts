import { createHash } from 'node:crypto';
import type { RecurringPolicy } from '#contract/selling-plan-group.ts';
import type { GroupForm } from './plan-names.ts';

type VersionedForm = Omit<GroupForm, 'recurringPolicies'> & {
  recurringPolicies: readonly RecurringPolicy[];
};

/** A short hash of everything that the form edits, and of nothing else: adding variants doesn't change it. */
export function groupVersion(form: VersionedForm): string {
  const edited = [
    form.name,
    form.position,
    form.isDynamic,
    form.firstOrderDiscount,
    form.firstOrderDiscountCycles,
    form.recurringDiscount,
    form.dynamicSellingPlanName,
    form.recurringPolicies.map((option) => [
      option.id,
      option.interval,
      option.intervalCount,
      option.discountType,
      option.discountValue,
    ]),
  ];
  return createHash('sha256').update(JSON.stringify(edited)).digest('hex').slice(0, 32);
}
