import { useFetcher } from '@remix-run/react';
import { useEffect } from 'react';
import { PlanPreview, type PlanPreviewSource } from '../plan-preview/PlanPreview.tsx';
import type { PreviewProductsAnswer } from '../plan-preview/preview-products.ts';

/**
 * What a customer pays, for a real product of the store. The products come after the screen: a form or a page must not
 * wait for them, and does without the preview where they cannot be had.
 */
export function GroupPreview({ source }: { source: PlanPreviewSource }) {
  const { load, data } = useFetcher<PreviewProductsAnswer>({ key: 'preview-products' });
  useEffect(() => {
    load('/preview-products');
  }, [load]);
  if (!data || data.products.length === 0) return null;
  return <PlanPreview products={data.products} source={source} firstDay={data.firstDay} />;
}
