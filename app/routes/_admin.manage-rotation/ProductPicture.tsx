import { Box, Icon } from '@shopify/polaris';
import { ImageIcon } from '@shopify/polaris-icons';
import { memo } from 'react';

const size = 40;

/** A product's picture beside its title. A long list's pictures come as they are scrolled to. */
export const ProductPicture = memo(function ProductPicture({ url }: { url: string | null }) {
  return (
    <Box
      background="bg-surface-secondary"
      borderColor="border"
      borderWidth="025"
      borderRadius="200"
      width={`${size}px`}
      minHeight={`${size}px`}
      overflowX="hidden"
      overflowY="hidden"
    >
      {url === null ? (
        <Box paddingBlockStart="200">
          <Icon source={ImageIcon} tone="subdued" />
        </Box>
      ) : (
        <img
          src={url}
          alt=""
          width={size - 2}
          height={size - 2}
          loading="lazy"
          decoding="async"
          draggable={false}
          style={{ display: 'block', objectFit: 'cover' }}
        />
      )}
    </Box>
  );
});
