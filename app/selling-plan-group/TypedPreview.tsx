import { useFormMetadata } from '@conform-to/react';
import { memo, useDeferredValue, useMemo } from 'react';
import type { SellingPlan } from '#contract/selling-plan.ts';
import {
  existingOptionsOf,
  type PreviewOption,
  typedOptionsOf,
} from '../plan-preview/preview-option.ts';
import { GroupPreview } from './GroupPreview.tsx';
import type { GroupFormInput, GroupFormMetadata } from './group-form-fields.ts';

type Props = {
  formId: string;
  /** Plans that the form shows without letting them be edited. */
  readOnlyPlans: SellingPlan[];
};

/** The preview of what stands in the group's form. It follows the typing as the browser finds time. */
export const TypedPreview = memo(function TypedPreview({ formId, readOnlyPlans }: Props) {
  const form = useFormMetadata<GroupFormInput>(formId);
  const fields = form.getFieldset().recurringPolicies.getFieldList();
  const keys = fields.map(({ key, name }) => key ?? name).join(' ');
  const { value } = form;
  const typed = useDeferredValue(useMemo(() => ({ value, keys }), [value, keys]));
  const options = useMemo(
    () => [...typedOptions(typed), ...existingOptionsOf(readOnlyPlans)],
    [typed, readOnlyPlans],
  );
  return <GroupPreview options={options} />;
});

type Typed = { value: GroupFormMetadata['value']; keys: string };

function typedOptions({ value, keys }: Typed): PreviewOption[] {
  const options = Array.isArray(value?.recurringPolicies) ? value.recurringPolicies : [];
  const group = {
    firstOrderDiscount: value?.firstOrderDiscount,
    firstOrderDiscountCycles: value?.firstOrderDiscountCycles,
    recurringDiscount: value?.recurringDiscount,
  };
  return typedOptionsOf(
    group,
    keys
      .split(' ')
      .filter((key) => key !== '')
      .map((key, index) => ({
        key,
        interval: options[index]?.interval,
        intervalCount: options[index]?.intervalCount,
        discountType: options[index]?.discountType,
        discountValue: options[index]?.discountValue,
      })),
  );
}
