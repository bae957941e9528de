import { BlockStack, Box, Button, Modal, Spinner, Text, TextField } from '@shopify/polaris';
import { SearchIcon } from '@shopify/polaris-icons';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useCurrency } from '../../display/money.tsx';
import { useDebounced } from '../../display/use-debounced.ts';
import { ErrorBanner } from '../../shell/page-states.tsx';
import { useStore } from '../../shell/store-context.tsx';
import { reasonOf } from '../responses.ts';
import { type PickerOptions, searchFor } from './picker-options.ts';
import { PickerProductRow } from './picker-product-row.tsx';
import { loadOwners, loadProductsById, type PickerProduct } from './products.ts';
import {
  countChosen,
  hasRoom,
  type Rules,
  type Selection,
  selectionOfProducts,
  selectionOfVariants,
  toggleProduct,
  toggleVariant,
} from './selection.ts';
import { type PickedProduct, type PickedVariant, pickedResources } from './selection-payload.ts';
import { useProductPages } from './use-product-pages.ts';

type Props = {
  options: PickerOptions;
  onSelect: (picked: PickedProduct[] | PickedVariant[]) => void;
  onCancel: () => void;
};

/** Lets the merchant choose products or variants for the app. */
export default function ResourcePicker({ options, onSelect, onCancel }: Props) {
  const { handle } = useStore();
  const currency = useCurrency();
  const [typed, setTyped] = useState(options.initialQuery);
  const pages = useProductPages(handle, searchFor(options, useDebounced(typed, 200)));
  const { products, known, loading, hasMore, error, loadMore, loadVariants } = pages;
  const { selection, setSelection, failure: startFailure } = useFirstSelection(options);
  const [finishing, setFinishing] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const { resource, limit, showVariants, statuses } = options;
  const rules = useMemo<Rules>(() => ({ resource, limit }), [resource, limit]);
  const chosen = countChosen(selection, resource, (id) => known.get(id)?.variantsCount ?? 0);
  const single = limit === 1 ? resource : null;
  const room = hasRoom(chosen, rules);
  const shown = products.filter(({ status }) => statuses.has(status));
  const end = useEndOfList(loadMore, hasMore && !loading && error === null);

  const onToggleProduct = useCallback(
    (product: PickerProduct) => setSelection((before) => toggleProduct(before, product, rules)),
    [rules, setSelection],
  );
  const onToggleVariant = useCallback(
    (product: PickerProduct, variantId: string) =>
      setSelection((before) => toggleVariant(before, product, variantId, rules)),
    [rules, setSelection],
  );

  const finish = async () => {
    setFinishing(true);
    setFailure(null);
    try {
      onSelect(await pickedResources(handle, selection, known, options));
    } catch (thrown) {
      setFailure(reasonOf(thrown));
      setFinishing(false);
    }
  };

  const verb = options.verb === 'add' ? 'Add' : 'Select';
  const things = resource === 'product' ? 'product' : 'variant';
  const problem = failure ?? startFailure;
  return (
    <Modal
      open
      title={`${verb} ${things}${limit === 1 ? '' : 's'}`}
      onClose={onCancel}
      primaryAction={{
        content: verb,
        disabled: chosen === 0 && options.chosenAtFirst.length === 0,
        loading: finishing,
        onAction: finish,
      }}
      secondaryActions={[{ content: 'Cancel', onAction: onCancel }]}
      footer={
        <span role="status">
          <Text as="span" tone="subdued">
            {Number.isFinite(limit) && limit > 1
              ? `${chosen} of ${limit} selected`
              : `${chosen} selected`}
          </Text>
        </span>
      }
    >
      <div className="Picker-search">
        <TextField
          label="Search products"
          labelHidden
          placeholder="Search products"
          prefix={<SearchGlyph />}
          value={typed}
          onChange={setTyped}
          clearButton
          onClearButtonClick={() => setTyped('')}
          autoComplete="off"
          autoFocus
        />
      </div>
      {problem !== null && (
        <Box padding="400">
          <ErrorBanner title="Your choice couldn’t be loaded" message={problem} />
        </Box>
      )}
      <ul className="Picker-list" aria-label="Products" aria-busy={loading}>
        {shown.map((product) => (
          <PickerProductRow
            key={product.id}
            product={known.get(product.id) ?? product}
            choice={selection.get(product.id)}
            currency={currency}
            showVariants={showVariants}
            single={single}
            room={room}
            onToggleProduct={onToggleProduct}
            onToggleVariant={onToggleVariant}
            onLoadVariants={loadVariants}
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
          shown.length === 0 && <NothingFound typed={typed} />
        )}
      </div>
    </Modal>
  );
}

function SearchGlyph() {
  return (
    <span className="Picker-glyph" aria-hidden="true">
      <SearchIcon />
    </span>
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

/**
 * What the app has chosen before the merchant does, as far as it still exists: what was deleted meanwhile must not count.
 * For variants, their products must be looked up first.
 */
function useFirstSelection({ resource, chosenAtFirst }: PickerOptions) {
  const { handle } = useStore();
  const [selection, setSelection] = useState<Selection>(() =>
    resource === 'product' ? selectionOfProducts(chosenAtFirst) : new Map(),
  );
  const [failure, setFailure] = useState<string | null>(null);
  const [first] = useState(chosenAtFirst);

  useEffect(() => {
    if (first.length === 0) return;
    const ids = first.map(({ id }) => id);
    let gone = false;
    // The merchant may have chosen meanwhile: that stays.
    const settle = async (): Promise<(chosen: Selection) => Selection> => {
      if (resource === 'variant') {
        const owners = selectionOfVariants(await loadOwners(handle, ids));
        return (chosen) => new Map([...owners, ...chosen]);
      }
      const found = new Set((await loadProductsById(handle, ids)).map(({ id }) => id));
      const deleted = new Set(ids.filter((id) => !found.has(id)));
      return (chosen) => new Map([...chosen].filter(([id]) => !deleted.has(id)));
    };
    settle().then(
      (change) => {
        if (!gone) setSelection(change);
      },
      (thrown: unknown) => {
        if (!gone) setFailure(reasonOf(thrown));
      },
    );
    return () => {
      gone = true;
    };
  }, [handle, resource, first]);

  return { selection, setSelection, failure };
}

/** Calls `onReached` when the end of the list comes near the visible part of it. */
function useEndOfList(onReached: () => void, active: boolean) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!active || end.current === null || typeof IntersectionObserver === 'undefined') return;
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
