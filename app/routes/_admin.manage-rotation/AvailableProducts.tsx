import {
  Banner,
  BlockStack,
  Box,
  Button,
  Card,
  InlineStack,
  Spinner,
  Text,
} from '@shopify/polaris';
import { PlusIcon } from '@shopify/polaris-icons';
import { memo } from 'react';
import type { RotationProduct } from '#contract/rotation.ts';
import { SearchField, useSearchText } from '../../list/SearchField.tsx';
import { ProductRow } from './ProductRow.tsx';
import { titleOf } from './product-words.ts';
import { plainList } from './SelectedRow.tsx';
import type { useCandidates } from './use-candidates.ts';

type Props = {
  candidates: ReturnType<typeof useCandidates>;
  /** Those of the candidates that are not selected. */
  available: readonly RotationProduct[];
  synced: ReadonlySet<string>;
  /** How many more the rotation takes. */
  room: number;
  onAdd: (id: string) => void;
  onAddAll: () => void;
};

/** The id of the button that adds a product, for the focus. */
export function addButtonId(id: string): string {
  return `add-${id}`;
}

/** The products that the rotation could take, with a search. */
export function AvailableProducts({ candidates, available, synced, room, onAdd, onAddAll }: Props) {
  const { query, isLoading, failure, next, search, showMore, tryAgain } = candidates;
  const searchText = useSearchText(query, search);
  return (
    <Card padding="0">
      <Box padding="400">
        <BlockStack gap="300">
          <InlineStack align="space-between" blockAlign="center" gap="200">
            <InlineStack gap="200" blockAlign="center">
              <Text as="h2" variant="headingMd">
                Available Products
              </Text>
              {isLoading ? <Spinner size="small" accessibilityLabel="Loading products" /> : null}
            </InlineStack>
            {available.length < 2 || room === 0 ? null : (
              <Button disabled={isLoading} onClick={onAddAll}>
                {addAllInWords(available.length, room, next !== null)}
              </Button>
            )}
          </InlineStack>
          <SearchField label="Search products" search={searchText} />
          {failure === null ? null : (
            <Banner
              tone="critical"
              title="The products could not be loaded"
              action={{ content: 'Try again', onAction: tryAgain }}
            >
              {failure}
            </Banner>
          )}
        </BlockStack>
      </Box>
      <AvailableList products={available} synced={synced} isFull={room === 0} onAdd={onAdd} />
      {available.length > 0 || isLoading || failure !== null ? null : (
        <Box padding="400" paddingBlockStart="0">
          <Text as="p" tone="subdued">
            {nothingInWords(query, candidates.products.length > 0)}
          </Text>
        </Box>
      )}
      {next === null ? null : (
        <Box padding="400">
          <InlineStack align="center">
            <Button onClick={showMore} loading={isLoading}>
              Show more
            </Button>
          </InlineStack>
        </Box>
      )}
    </Card>
  );
}

/** Never more than is done: what is shown so far, and what the rotation still takes. */
function addAllInWords(shown: number, room: number, hasMore: boolean): string {
  if (shown > room) return `Add the first ${room}`;
  return hasMore ? `Add these ${shown}` : `Add all ${shown}`;
}

/** @param areSelected whether there are some, all of them selected. */
function nothingInWords(query: string, areSelected: boolean): string {
  if (areSelected) return 'All of the products found so far are selected.';
  return query === ''
    ? 'There are no other active products.'
    : `No product’s title has words beginning with “${query}”.`;
}

type ListProps = Pick<Props, 'synced' | 'onAdd'> & {
  isFull: boolean;
  products: readonly RotationProduct[];
};

const AvailableList = memo(function AvailableList({ products, synced, isFull, onAdd }: ListProps) {
  return (
    <ul style={plainList}>
      {products.map((product) => (
        <li key={product.original_id}>
          <ProductRow
            product={product}
            isSynced={synced.has(product.original_id)}
            button={
              <Button
                id={addButtonId(product.original_id)}
                icon={PlusIcon}
                accessibilityLabel={`Add ${titleOf(product)}`}
                disabled={isFull}
                onClick={() => onAdd(product.original_id)}
              />
            }
          />
        </li>
      ))}
    </ul>
  );
});
