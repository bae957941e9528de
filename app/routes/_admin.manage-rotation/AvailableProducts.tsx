import {
  Banner,
  BlockStack,
  Box,
  Button,
  Card,
  Checkbox,
  InlineStack,
  Spinner,
  Text,
} from '@shopify/polaris';
import { PlusIcon } from '@shopify/polaris-icons';
import { memo, useCallback, useState } from 'react';
import { formatCount } from '#contract/format.ts';
import type { RotationProduct } from '#contract/rotation.ts';
import { maximumRotationProducts } from '#contract/rotation-texts.ts';
import { useDoubleClickGuard } from '../../forms/use-double-click-guard.ts';
import { SearchField, useSearchText } from '../../list/SearchField.tsx';
import { added, type Order, removed } from './order.ts';
import { ProductRow } from './ProductRow.tsx';
import { titleOf } from './product-words.ts';
import { plainList } from './SelectedRow.tsx';
import type { useCandidates } from './use-candidates.ts';

type Props = {
  candidates: ReturnType<typeof useCandidates>;
  /** Those of the candidates that are not selected. */
  available: readonly RotationProduct[];
  synced: ReadonlySet<string>;
  order: Order;
  onAdd: (id: string) => void;
  onAddAll: (ids: Order) => void;
};

/** The id of the button that adds a product, for the focus. */
export function addButtonId(id: string): string {
  return `add-${id}`;
}

/** The products that the rotation could take, with a search. */
export function AvailableProducts({
  candidates,
  available,
  synced,
  order,
  onAdd,
  onAddAll,
}: Props) {
  const { query, isLoading, failure, next, search, showMore, tryAgain } = candidates;
  const searchText = useSearchText(query, search);
  // In the order of the ticks, and kept through another search; undefined until the first tick.
  const [ticks, setTicks] = useState<Order>();
  const ticked = ticks ?? [];
  const chosen = ticked.filter((id) => !order.includes(id));
  const room = maximumRotationProducts - order.length;
  // 'Add all' takes the place of 'Add 2 selected', under the second press of a double press.
  const isAddAllClickable = useDoubleClickGuard(chosen.length === 0) || ticks === undefined;
  const tick = useCallback((id: string, isTicked: boolean) => {
    setTicks((before = []) => (isTicked ? added(before, id) : removed(before, id)));
  }, []);
  const addChosen = () => {
    onAddAll(chosen);
    setTicks(chosen.slice(room));
  };
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
            {chosen.length > 0 && room > 0 ? (
              <Button onClick={addChosen}>{`Add ${Math.min(chosen.length, room)} selected`}</Button>
            ) : available.length < 2 || room === 0 ? null : (
              <Button
                disabled={isLoading || !isAddAllClickable}
                onClick={() => onAddAll(available.map(({ original_id }) => original_id))}
              >
                {addAllInWords(available.length, room, next !== null)}
              </Button>
            )}
          </InlineStack>
          <div role="status">
            {chosen.length > room ? (
              <Text as="p" tone="subdued">
                {`${formatCount(chosen.length - room, 'selected product')} won’t fit: a rotation can have at most ${maximumRotationProducts}.`}
              </Text>
            ) : null}
          </div>
          <SearchField label="Search products" search={searchText} />
          {failure === null ? null : (
            <Banner
              tone="critical"
              title="We couldn’t load your products"
              action={{ content: 'Try again', onAction: tryAgain }}
            >
              {failure}
            </Banner>
          )}
        </BlockStack>
      </Box>
      <ul style={plainList}>
        {available.map((product) => (
          <AvailableRow
            key={product.original_id}
            product={product}
            isSynced={synced.has(product.original_id)}
            isFull={room === 0}
            isTicked={ticked.includes(product.original_id)}
            isTickable={chosen.length < room}
            onTick={tick}
            onAdd={onAdd}
          />
        ))}
      </ul>
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
  if (areSelected) return 'All products found so far are already selected.';
  return query === ''
    ? 'You have no other active products.'
    : `No products match “${query}”. Try the start of a word in the title.`;
}

type RowProps = Pick<Props, 'onAdd'> & {
  product: RotationProduct;
  isSynced: boolean;
  isFull: boolean;
  isTicked: boolean;
  /** Whether the rotation would take one more than is ticked. */
  isTickable: boolean;
  onTick: (id: string, isTicked: boolean) => void;
};

const AvailableRow = memo(function AvailableRow({
  product,
  isSynced,
  isFull,
  isTicked,
  isTickable,
  onTick,
  onAdd,
}: RowProps) {
  const { original_id: id } = product;
  const add = () => {
    onTick(id, false);
    onAdd(id);
  };
  return (
    <li>
      <ProductRow
        product={product}
        isSynced={isSynced}
        choice={
          <Checkbox
            label={`Select ${titleOf(product)}`}
            labelHidden
            checked={isTicked}
            disabled={!isTicked && !isTickable}
            onChange={(checked) => onTick(id, checked)}
          />
        }
        button={
          <Button
            id={addButtonId(id)}
            icon={PlusIcon}
            accessibilityLabel={`Add ${titleOf(product)}`}
            disabled={isFull}
            onClick={add}
          />
        }
      />
    </li>
  );
});
