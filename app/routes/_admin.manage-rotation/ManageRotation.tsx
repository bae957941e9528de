import {
  Banner,
  BlockStack,
  Box,
  Card,
  InlineGrid,
  InlineStack,
  Page,
  RadioButton,
  Select,
  Text,
} from '@shopify/polaris';
import { useCallback, useMemo, useState } from 'react';
import { maximumRotationProducts } from '#contract/rotation-texts.ts';
import { useAdminScreen } from '../../bridge/use-admin-screen.ts';
import { RefreshFailure } from '../../components/RefreshFailure.tsx';
import { WrappingText } from '../../components/WrappingText.tsx';
import { ConfirmModal } from '../../forms/ConfirmModal.tsx';
import { UnsavedChanges } from '../../forms/UnsavedChanges.tsx';
import { useRevalidateScreen } from '../../requests/use-revalidate-screen.ts';
import { AvailableProducts } from './AvailableProducts.tsx';
import { Forecast } from './Forecast.tsx';
import type { LoadedRotation } from './load-rotation.server.ts';
import { fitOf, moved, sorted, sortings } from './order.ts';
import { PassedOver } from './PassedOver.tsx';
import { PriceChoice } from './PriceChoice.tsx';
import { titleOf } from './product-words.ts';
import { LeftOut, NotLoaded, NotSaved } from './RotationBanners.tsx';
import { SelectedList } from './SelectedList.tsx';
import { useCandidates } from './use-candidates.ts';
import { useListFocus } from './use-list-focus.ts';
import { useRotation } from './use-rotation.ts';

const sortLabels = {
  newest: 'Newest',
  roast: 'Roast level',
  stock: 'Most in stock',
  title: 'Title',
} as const;

type Props = {
  loaded: LoadedRotation;
  /** Why what is loaded could not be had, or not be refreshed. */
  failure: string | null;
};

/** The order in which a product's rotation goes out, and what it could take. */
export function ManageRotation({ loaded, failure }: Props) {
  const { productId } = loaded;
  const candidates = useCandidates(productId, loaded.candidates, loaded.candidatesFailure);
  const rotation = useRotation(loaded, candidates.products);
  const { order, setOrder, products, savedOrder, isChanged, isSaving, isUnseen, save } = rotation;
  const adminScreen = useAdminScreen();
  const reload = useRevalidateScreen();
  const [over, setOver] = useState<{ from: number; to: number } | null>(null);
  const [isAsking, setAsking] = useState(false);

  const synced = useMemo(
    () => new Set([...loaded.synced, ...savedOrder]),
    [loaded.synced, savedOrder],
  );
  const selected = useMemo(() => order.flatMap((id) => products.get(id) ?? []), [order, products]);
  const available = useMemo(() => {
    const chosen = new Set(order);
    return candidates.products.filter((product) => !chosen.has(product.original_id));
  }, [candidates.products, order]);

  const { spoken, add, addAll, remove } = useListFocus({ order, setOrder, products, available });
  const move = useCallback(
    (from: number, to: number) => setOrder((before) => moved(before, from, to)),
    [setOrder],
  );
  const askOrSave = () => {
    if (isSaving) return;
    if (isUnseen) setAsking(true);
    else save();
  };

  const isFull = order.length >= maximumRotationProducts;
  const shownOrder = over === null ? order : moved(order, over.from, over.to);
  const fit = fitOf(shownOrder, products);
  const owner = loaded.rotation?.product;
  return (
    <WrappingText>
      {isChanged && !rotation.isLeaving ? (
        <UnsavedChanges
          text="Your new order will be lost."
          parameter="id"
          saveBar={{ isSaving, onSave: askOrSave }}
          onDiscard={rotation.discard}
        />
      ) : null}
      <Page
        title="Manage Rotation"
        {...(owner && { subtitle: titleOf(owner) })}
        backAction={{
          content: 'Product',
          onAction: () => adminScreen.open(`/products/${productId}`),
        }}
        primaryAction={{
          content: isSaving ? 'Saving...' : 'Save',
          disabled: isSaving,
          onAction: askOrSave,
        }}
      >
        <BlockStack gap="400">
          {adminScreen.failure ? <Banner tone="critical" title={adminScreen.failure} /> : null}
          {failure === null ? null : isUnseen ? (
            <NotLoaded reason={failure} onRetry={reload} />
          ) : (
            <RefreshFailure failure={failure} />
          )}
          <NotSaved rotation={rotation} />
          <LeftOut count={order.length - fitOf(order, products).length} />
          <Card>
            <BlockStack gap="100">
              <RadioButton label="Fulfill by list order" name="fulfillment" checked />
              <RadioButton
                label="Fulfill algorithmically (Coming soon)"
                name="fulfillment"
                checked={false}
                disabled
              />
            </BlockStack>
          </Card>
          <PriceChoice rotation={rotation} />
          <Forecast order={fit} products={products} firstDay={loaded.rotation?.today ?? null} />
          <InlineGrid columns={{ xs: 1, md: 2 }} gap="400" alignItems="start">
            <Card padding="0">
              <Box padding="400">
                <InlineStack align="space-between" blockAlign="center" gap="200">
                  <Text as="h2" variant="headingMd">
                    Selected products
                  </Text>
                  <Select
                    label="Sort by"
                    labelInline
                    disabled={order.length < 2}
                    options={[
                      { label: 'Manually', value: '' },
                      ...sortings.map((value) => ({ label: sortLabels[value], value })),
                    ]}
                    value=""
                    onChange={(value) => {
                      const sorting = sortings.find((known) => known === value);
                      if (sorting) setOrder((before) => sorted(before, products, sorting));
                    }}
                  />
                </InlineStack>
                {order.length > 0 ? null : (
                  <Text as="p" tone="subdued">
                    No products selected yet. Add the ones you want customers to get.
                  </Text>
                )}
                {isFull ? (
                  <Text as="p" tone="subdued">
                    A rotation can have at most {maximumRotationProducts} products.
                  </Text>
                ) : null}
              </Box>
              <SelectedList
                products={selected}
                synced={synced}
                onMoved={move}
                onDragged={setOver}
                onRemove={remove}
              />
            </Card>
            <AvailableProducts
              candidates={candidates}
              available={available}
              synced={synced}
              order={order}
              onAdd={add}
              onAddAll={addAll}
            />
          </InlineGrid>
          {savedOrder.length === 0 ? null : <PassedOver productId={productId} />}
          <div aria-live="polite">
            <Text as="p" visuallyHidden>
              {spoken}
            </Text>
          </div>
        </BlockStack>
        {isAsking ? (
          <ConfirmModal
            title="Replace the saved order?"
            confirm="Replace"
            onClose={() => setAsking(false)}
            onConfirm={() => {
              setAsking(false);
              save();
            }}
          >
            We couldn’t load the saved order. What you’ve selected here will replace it.
          </ConfirmModal>
        ) : null}
      </Page>
    </WrappingText>
  );
}
