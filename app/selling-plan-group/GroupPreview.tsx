import { BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { memo, useMemo } from 'react';
import type { PreviewProductList } from '#contract/product.ts';
import { useResource } from '../requests/use-resource.ts';
import { PlanPreview, PreviewCard, type PreviewProduct } from './PlanPreview.tsx';
import type { PreviewOption } from './preview-option.ts';

type Props = { options: PreviewOption[]; isUsageBased: boolean };

/** The preview for a real product of the store. The screen doesn't wait for the products. */
export const GroupPreview = memo(function GroupPreview({ options, isUsageBased }: Props) {
  const { answer, failure, isAsking, reload } = useResource({
    path: '/resources/preview-products',
    answer: async () => (await import('#contract/product.ts')).previewProductListSchema,
    leavesForUpdate: true,
  });
  const products = useMemo(() => answer?.products.map(shownProduct) ?? null, [answer]);
  if (answer === undefined && failure !== undefined && !isAsking) {
    return (
      <PreviewCard>
        <BlockStack gap="300">
          <Text as="p">We couldn’t load your products to show prices.</Text>
          <InlineStack>
            <Button onClick={reload}>Try again</Button>
          </InlineStack>
        </BlockStack>
      </PreviewCard>
    );
  }
  return (
    <PlanPreview
      products={products}
      options={options}
      isUsageBased={isUsageBased}
      firstDay={answer?.today ?? ''}
    />
  );
});

function shownProduct({
  variantTitle,
  ...product
}: PreviewProductList['products'][number]): PreviewProduct {
  return { ...product, variantTitle: variantTitle ?? undefined };
}
