import { useFormMetadata } from '@conform-to/react';
import { memo, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { PlanPreview, type PlanPreviewSource } from '../plan-preview/PlanPreview.tsx';
import { type PreviewProducts, previewProductsSchema } from '../plan-preview/preview-products.ts';
import { requestResource } from '../subscription-api/resource-request.ts';
import type { GroupFormInput, GroupFormMetadata } from './group-form-fields.ts';

/**
 * What a customer pays, for a real product of the store. The products come after the screen: a form or a page must not
 * wait for them, and does without the preview where they cannot be had.
 */
export const GroupPreview = memo(function GroupPreview({ source }: { source: PlanPreviewSource }) {
  const [loaded, setLoaded] = useState<PreviewProducts | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    requestResource({
      method: 'GET',
      path: '/preview-products',
      answer: previewProductsSchema,
      signal: leaving.signal,
    }).then(
      (answer) => {
        if (!leaving.signal.aborted) setLoaded(answer);
      },
      () => undefined,
    );
    return () => leaving.abort();
  }, []);
  if (!loaded || loaded.products.length === 0) return null;
  const products = loaded.products.map((product) => ({
    ...product,
    variantTitle: product.variantTitle ?? undefined,
  }));
  return <PlanPreview products={products} source={source} firstDay={loaded.firstDay} />;
});

/** The preview of what stands in the group's form. It follows the typing as the browser finds time. */
export const TypedPreview = memo(function TypedPreview({ formId }: { formId: string }) {
  const form = useFormMetadata<GroupFormInput>(formId);
  const options = form.getFieldset().recurringPolicies.getFieldList();
  const keys = options.map(({ key, name }) => key ?? name).join(' ');
  const { value } = form;
  const typed = useDeferredValue(useMemo(() => ({ value, keys }), [value, keys]));
  const source = useMemo(() => sourceOf(typed), [typed]);
  return <GroupPreview source={source} />;
});

type Typed = { value: GroupFormMetadata['value']; keys: string };

function sourceOf({ value, keys }: Typed): PlanPreviewSource {
  const options = Array.isArray(value?.recurringPolicies) ? value.recurringPolicies : [];
  return {
    kind: 'form',
    group: {
      firstOrderDiscount: value?.firstOrderDiscount,
      firstOrderDiscountCycles: value?.firstOrderDiscountCycles,
      recurringDiscount: value?.recurringDiscount,
    },
    options: keys.split(' ').map((key, index) => ({
      key,
      interval: options[index]?.interval,
      intervalCount: options[index]?.intervalCount,
      discountType: options[index]?.discountType,
      discountValue: options[index]?.discountValue,
    })),
  };
}
