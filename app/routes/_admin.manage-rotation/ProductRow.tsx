import { Badge, BlockStack, Box, InlineStack, Text } from '@shopify/polaris';
import { memo, type ReactNode } from 'react';
import type { RotationProduct } from '#contract/rotation.ts';
import { ProductPicture } from './ProductPicture.tsx';
import { statusInWords, stockInWords, titleOf } from './product-words.ts';

type Props = {
  product: RotationProduct;
  isFirst?: boolean;
  isSynced: boolean;
  isLifted?: boolean;
  /** Before the picture, to choose it among others. */
  choice?: ReactNode;
  /** Around the picture, to drag by. */
  handle?: (picture: ReactNode) => ReactNode;
  button: ReactNode;
};

/** A product in one of the two lists. */
export function ProductRow({
  product,
  isFirst,
  isSynced,
  isLifted,
  choice,
  handle,
  button,
}: Props) {
  const picture = <ProductPicture url={product.imageUrl} />;
  return (
    <Box
      background="bg-surface"
      paddingBlock="200"
      paddingInline="400"
      borderColor="border"
      borderBlockEndWidth="025"
      {...(isLifted && { shadow: '400' as const })}
    >
      <InlineStack gap="300" blockAlign="center" wrap={false}>
        {choice}
        {handle === undefined ? picture : handle(picture)}
        <Details product={product} isFirst={isFirst} isSynced={isSynced} />
        {button}
      </InlineStack>
    </Box>
  );
}

/** Memoized, so that moving the row doesn't render it. */
const Details = memo(function Details({
  product,
  isFirst,
  isSynced,
}: Pick<Props, 'product' | 'isFirst' | 'isSynced'>) {
  const { status } = product;
  const stock = stockInWords(product);
  return (
    <div style={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
      <BlockStack gap="100">
        <Text as="span" fontWeight="medium">
          {titleOf(product)}
        </Text>
        <InlineStack gap="100" blockAlign="center">
          {isFirst ? <Badge tone="info">First Product</Badge> : null}
          {isSynced ? <Badge tone="success">Synced</Badge> : null}
          {status === 'active' ? null : <Badge tone="critical">{statusInWords[status]}</Badge>}
          {stock === '' ? null : (
            <Text as="span" variant="bodySm" tone="subdued">
              {stock}
            </Text>
          )}
        </InlineStack>
      </BlockStack>
    </div>
  );
});
