import { useEffect, useState } from 'react';
import { PlanPreview, type PlanPreviewSource } from '../plan-preview/PlanPreview.tsx';
import { type PreviewProducts, previewProductsSchema } from '../plan-preview/preview-products.ts';
import { requestResource } from '../subscription-api/resource-request.ts';

/**
 * What a customer pays, for a real product of the store. The products come after the screen: a form or a page must not
 * wait for them, and does without the preview where they cannot be had.
 */
export function GroupPreview({ source }: { source: PlanPreviewSource }) {
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
}
