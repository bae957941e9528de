import { BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { memo, useEffect, useState } from 'react';
import { PlanPreview, PreviewCard, type PreviewProduct } from '../plan-preview/PlanPreview.tsx';
import type { PreviewOption } from '../plan-preview/preview-option.ts';
import { previewProductsSchema } from '../plan-preview/preview-products.ts';
import { requestResource } from '../resource-routes/request-resource.ts';

type Loaded = { products: PreviewProduct[]; firstDay: string };

/** What a customer pays, for a real product of the store. The products come after the screen, which need not wait. */
export const GroupPreview = memo(function GroupPreview({ options }: { options: PreviewOption[] }) {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [attempt, setAttempt] = useState(1);
  const [failedAttempt, setFailedAttempt] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    loadProducts(leaving.signal).then(
      (answer) => {
        if (!leaving.signal.aborted) setLoaded(answer);
      },
      () => {
        if (!leaving.signal.aborted) setFailedAttempt(attempt);
      },
    );
    return () => leaving.abort();
  }, [attempt]);

  if (loaded === null && failedAttempt === attempt) {
    return (
      <PreviewCard>
        <BlockStack gap="300">
          <Text as="p">The products of your store could not be loaded to show prices.</Text>
          <InlineStack>
            <Button onClick={() => setAttempt(attempt + 1)}>Try again</Button>
          </InlineStack>
        </BlockStack>
      </PreviewCard>
    );
  }
  return (
    <PlanPreview
      products={loaded?.products ?? null}
      options={options}
      firstDay={loaded?.firstDay ?? ''}
    />
  );
});

async function loadProducts(signal: AbortSignal): Promise<Loaded> {
  const { products, firstDay } = await requestResource({
    method: 'GET',
    path: '/preview-products',
    answer: previewProductsSchema,
    signal,
  });
  return {
    firstDay,
    products: products.map(({ variantTitle, ...product }) => ({
      ...product,
      variantTitle: variantTitle ?? undefined,
    })),
  };
}
