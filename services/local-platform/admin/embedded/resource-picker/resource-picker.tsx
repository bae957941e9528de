import { BlockStack, Box, Button, Icon, Modal, Spinner, Text, TextField } from '@shopify/polaris';
import { SearchIcon } from '@shopify/polaris-icons';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useCurrency } from '../../display/money.tsx';
import { useDebounced } from '../../display/use-debounced.ts';
import { reasonOf } from '../../internal-api/request.ts';
import { ErrorBanner } from '../../shell/page-states.tsx';
import { useStore } from '../../shell/store-context.tsx';
import { PickerProductRow } from './picker-product-row.tsx';
import { loadProductsById, type PickerProduct } from './products.ts';
import { searchFor } from './search.ts';
import {
  type ChosenAtFirst,
  firstSelection,
  pickedProducts,
  toggleProduct,
  toggleVariant,
  withFound,
} from './selection.ts';
import { useProductPages } from './use-product-pages.ts';

type Props = {
  verb: 'Add' | 'Select';
  chosenAtFirst: ChosenAtFirst;
  onSelect: (picked: PickerProduct[]) => void;
  onCancel: () => void;
};

export default function ResourcePicker({ verb, chosenAtFirst, onSelect, onCancel }: Props) {
  const { handle } = useStore();
  const currency = useCurrency();
  const [typed, setTyped] = useState('');
  const pages = useProductPages(handle, searchFor(useDebounced(typed, 200)));
  const { products, loading, hasMore, error, loadMore } = pages;
  const [selection, setSelection] = useState(() => firstSelection(chosenAtFirst));
  const [first] = useState(chosenAtFirst);
  const [finishing, setFinishing] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const end = useEndOfList(loadMore, hasMore && !loading && error === null);

  useEffect(() => {
    let gone = false;
    const ids = first.map(({ id }) => id);
    loadProductsById(handle, ids).then(
      (found) => {
        if (!gone) setSelection((chosen) => withFound(chosen, first, found));
      },
      (thrown: unknown) => {
        if (!gone) setFailure(reasonOf(thrown));
      },
    );
    return () => {
      gone = true;
    };
  }, [handle, first]);

  const onToggleProduct = useCallback(
    (product: PickerProduct) => setSelection((before) => toggleProduct(before, product)),
    [],
  );
  const onToggleVariant = useCallback(
    ({ id }: PickerProduct, variantId: string) =>
      setSelection((before) => toggleVariant(before, id, variantId)),
    [],
  );

  const finish = async () => {
    setFinishing(true);
    setFailure(null);
    try {
      onSelect(await pickedProducts(handle, selection));
    } catch (thrown) {
      setFailure(reasonOf(thrown));
      setFinishing(false);
    }
  };

  return (
    <Modal
      open
      title={`${verb} products`}
      onClose={onCancel}
      primaryAction={{
        content: verb,
        disabled: selection.size === 0 && first.length === 0,
        loading: finishing,
        onAction: finish,
      }}
      secondaryActions={[{ content: 'Cancel', onAction: onCancel }]}
      footer={
        <span role="status">
          <Text as="span" tone="subdued">{`${selection.size} selected`}</Text>
        </span>
      }
    >
      <div className="Picker-search">
        <TextField
          label="Search products"
          labelHidden
          placeholder="Search products"
          prefix={<Icon source={SearchIcon} />}
          value={typed}
          onChange={setTyped}
          clearButton
          onClearButtonClick={() => setTyped('')}
          autoComplete="off"
          autoFocus
        />
      </div>
      {failure !== null && (
        <Box padding="400">
          <ErrorBanner title="Your choice couldn’t be loaded" message={failure} />
        </Box>
      )}
      <ul className="Picker-list" aria-label="Products" aria-busy={loading}>
        {products.map((product) => (
          <PickerProductRow
            key={product.id}
            product={product}
            chosen={selection.get(product.id)}
            currency={currency}
            onToggleProduct={onToggleProduct}
            onToggleVariant={onToggleVariant}
          />
        ))}
      </ul>
      <div className="Picker-end" ref={end}>
        {error !== null ? (
          <ErrorBanner title="Products couldn’t be loaded" message={error} onRetry={loadMore} />
        ) : loading ? (
          <Spinner size="small" accessibilityLabel="Loading products" />
        ) : hasMore ? (
          <Button onClick={loadMore}>Load more products</Button>
        ) : (
          products.length === 0 && <NothingFound typed={typed} />
        )}
      </div>
    </Modal>
  );
}

function NothingFound({ typed }: { typed: string }) {
  return (
    <BlockStack gap="100" inlineAlign="center">
      <Text as="p" variant="headingMd">
        {typed === '' ? 'This store has no products' : `No products found for “${typed}”`}
      </Text>
      <Text as="p" tone="subdued">
        {typed === '' ? 'Add some to choose from.' : 'Try another search.'}
      </Text>
    </BlockStack>
  );
}

/** Calls `onReached` when the end of the list comes close to the visible part. */
function useEndOfList(onReached: () => void, active: boolean) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!active || end.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onReached();
      },
      { root: end.current.closest('.Polaris-Scrollable'), rootMargin: '0px 0px 600px 0px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [active, onReached]);
  return end;
}
