import { useFormMetadata } from '@conform-to/react';
import { memo, useDeferredValue, useMemo } from 'react';
import type { SellingPlan } from '#contract/selling-plan.ts';
import { GroupPreview } from './GroupPreview.tsx';
import type { GroupFormInput, GroupFormMetadata } from './group-form-values.ts';
import { existingOptionsOf } from './preview-option.ts';
import { typedOptionsOf } from './typed-options.ts';

type Props = {
  formId: string;
  /** Plans that the form shows without letting them be edited. */
  readOnlyPlans: SellingPlan[];
};

/**
 * The preview of what stands in the group's form. It follows the typing as the browser finds time, and stands still while
 * something is typed that no price depends on.
 */
export const TypedPreview = memo(function TypedPreview({ formId, readOnlyPlans }: Props) {
  const form = useFormMetadata<GroupFormInput>(formId);
  const fields = form.getFieldset().recurringPolicies.getFieldList();
  const current = typedTexts(
    form.value,
    fields.map(({ key, name }) => key ?? name),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: texts are the same when their letters are
  const texts = useMemo(() => current, [JSON.stringify(current)]);
  const typed = useDeferredValue(texts);
  const options = useMemo(
    () => [...typedOptionsOf(typed.group, typed.options), ...existingOptionsOf(readOnlyPlans)],
    [typed, readOnlyPlans],
  );
  return <GroupPreview options={options} isUsageBased={form.value?.isDynamic === 'on'} />;
});

function typedTexts(value: GroupFormMetadata['value'], keys: string[]) {
  const options = Array.isArray(value?.recurringPolicies) ? value.recurringPolicies : [];
  return {
    group: {
      firstOrderDiscount: value?.firstOrderDiscount,
      firstOrderDiscountCycles: value?.firstOrderDiscountCycles,
      recurringDiscount: value?.recurringDiscount,
      isDynamic: value?.isDynamic,
    },
    options: keys.map((key, index) => ({
      key,
      interval: options[index]?.interval,
      intervalCount: options[index]?.intervalCount,
      discountType: options[index]?.discountType,
      discountValue: options[index]?.discountValue,
      weekdays: options[index]?.weekdays,
      monthDay: options[index]?.monthDay,
      cutoff: options[index]?.cutoff,
      preAnchorBehavior: options[index]?.preAnchorBehavior,
    })),
  };
}
