import { BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { memo, useEffect, useState } from 'react';
import { useUpdateRedirect } from '../bridge/update-redirect.ts';
import { ResourceError, requestResource } from '../requests/request-resource.ts';
import { PlanPreview, PreviewCard, type PreviewProduct } from './PlanPreview.tsx';
import type { PreviewOption } from './preview-option.ts';

type Props = { options: PreviewOption[]; isUsageBased: boolean };

type Loaded = { products: PreviewProduct[]; firstDay: string };

/** What a customer pays, for a real product of the store. The products come after the screen, which need not wait. */
export const GroupPreview = memo(function GroupPreview({ options, isUsageBased }: Props) {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [attempt, setAttempt] = useState(1);
  const [failed, setFailed] = useState<{ attempt: number; error: unknown }>();
  useUpdateRedirect(failed?.error instanceof ResourceError ? failed.error.updateUrl : undefined);
  useEffect(() => {
    const leaving = new AbortController();
    loadProducts(leaving.signal).then(
      (answer) => {
        if (!leaving.signal.aborted) setLoaded(answer);
      },
      (error: unknown) => {
        if (!leaving.signal.aborted) setFailed({ attempt, error });
      },
    );
    return () => leaving.abort();
  }, [attempt]);

  if (loaded === null && failed?.attempt === attempt) {
    return (
      <PreviewCard>
        <BlockStack gap="300">
          <Text as="p">We couldn’t load your products to show prices.</Text>
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
      isUsageBased={isUsageBased}
      firstDay={loaded?.firstDay ?? ''}
    />
  );
});

async function loadProducts(signal: AbortSignal): Promise<Loaded> {
  const { products, today } = await requestResource({
    method: 'GET',
    path: '/resources/preview-products',
    answer: async () => (await import('#contract/product.ts')).previewProductListSchema,
    signal,
  });
  return {
    firstDay: today,
    products: products.map(({ variantTitle, ...product }) => ({
      ...product,
      variantTitle: variantTitle ?? undefined,
    })),
  };
}
