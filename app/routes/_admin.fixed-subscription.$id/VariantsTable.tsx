import { useLocation, useNavigate, useNavigation, useSearchParams } from '@remix-run/react';
import {
  Box,
  Card,
  EmptySearchResult,
  IndexTable,
  InlineGrid,
  Text,
  Thumbnail,
  useBreakpoints,
  useIndexResourceState,
} from '@shopify/polaris';
import { ImageIcon } from '@shopify/polaris-icons';
import { useState } from 'react';
import { formatPrice } from '#contract/money.ts';
import type {
  SellingPlanGroupDetail,
  SellingPlanGroupVariant,
} from '#contract/selling-plan-group.ts';
import { IllustratedEmptyState } from '../../components/IllustratedEmptyState.tsx';
import illustration from '../../components/illustrations/no-selling-plans.svg?inline';
import { listAddress, paginationOf } from '../../list/list-address.ts';
import { PartlyCheckedBoxes } from '../../list/PartlyCheckedBoxes.tsx';
import { SearchField } from '../../list/SearchField.tsx';
import type { NamedVariant } from '../../selling-plan-group/change-in-steps.ts';
import { RemoveVariantsModal } from './RemoveVariantsModal.tsx';
import { titleOf } from './variant-title.ts';

type Props = {
  group: SellingPlanGroupDetail;
  /** While something is done with the variants, nothing else can be begun. */
  disabled: boolean;
  onAdd: () => void;
  onRemove: (variants: NamedVariant[] | 'all') => void;
};

/** The group's variants; search and page live in the address. */
export function VariantsTable(props: Props) {
  const { group, disabled, onAdd } = props;
  const [searchParams] = useSearchParams();
  const narrowed = ['query', 'after', 'before'].some((name) => searchParams.has(name));
  if (group.variants.length === 0 && !narrowed) {
    return (
      <Card>
        <IllustratedEmptyState
          heading="No variants in this group yet"
          image={illustration}
          action={{ content: 'Add Variants', onAction: onAdd, disabled }}
        >
          <p>Choose what customers can subscribe to with the plans of this group.</p>
        </IllustratedEmptyState>
      </Card>
    );
  }
  // Chosen is only what can be seen: another page or search starts afresh.
  return <Table key={searchParams.toString()} {...props} />;
}

function Table({ group, disabled, onRemove }: Props) {
  const [searchParams] = useSearchParams();
  const navigate = useNavigate();
  const navigation = useNavigation();
  const { pathname } = useLocation();
  const { smDown } = useBreakpoints();
  const [asking, setAsking] = useState(false);
  const go = (address: string) => navigate(address, { preventScrollReset: true });
  const { variants, variantsPageInfo: pageInfo } = group;
  const rows = variants.map(({ id }) => ({ id }));
  const { selectedResources, allResourcesSelected, handleSelectionChange, clearSelection } =
    useIndexResourceState(rows);
  const severalPages = pageInfo.hasNextPage || pageInfo.hasPreviousPage;
  const everything = allResourcesSelected && severalPages;
  const query = searchParams.get('query') ?? '';

  function remove() {
    setAsking(false);
    const chosen = new Set(selectedResources);
    clearSelection();
    onRemove(
      everything
        ? 'all'
        : variants
            .filter(({ id }) => chosen.has(id))
            .map(({ id, displayName }) => ({ id, name: displayName })),
    );
  }

  return (
    <Card padding="0">
      <Box padding="300">
        <SearchField
          label="Search variants by product"
          query={query}
          onSearch={(text) => go(listAddress(searchParams, { query: text }))}
        />
      </Box>
      <PartlyCheckedBoxes>
        <IndexTable
          loading={navigation.state === 'loading' && navigation.location.pathname === pathname}
          resourceName={{ singular: 'variant', plural: 'variants' }}
          itemCount={variants.length}
          selectedItemsCount={allResourcesSelected ? 'All' : selectedResources.length}
          onSelectionChange={handleSelectionChange}
          hasMoreItems={severalPages}
          selectable={!disabled}
          headings={
            smDown
              ? [{ title: 'Variant' }]
              : [{ title: 'Product' }, { title: 'Variant' }, { title: 'Price', alignment: 'end' }]
          }
          promotedBulkActions={[{ content: 'Remove Variants', onAction: () => setAsking(true) }]}
          emptyState={
            <EmptySearchResult
              title={query === '' ? 'No variants on this page' : 'No variants found'}
              description={
                query === '' ? 'Go back to the page before.' : 'Try another search, or clear it.'
              }
              withIllustration
            />
          }
          pagination={paginationOf(pageInfo, searchParams, go)}
        >
          {variants.map((variant, index) => (
            <VariantRow
              key={variant.id}
              variant={variant}
              position={index}
              price={formatPrice(variant.price, group.currencyCode)}
              selected={selectedResources.includes(variant.id)}
              narrow={smDown}
            />
          ))}
        </IndexTable>
      </PartlyCheckedBoxes>
      {asking ? (
        <RemoveVariantsModal
          count={everything ? null : selectedResources.length}
          searched={query !== ''}
          onCancel={() => setAsking(false)}
          onConfirm={remove}
        />
      ) : null}
    </Card>
  );
}

type RowProps = {
  variant: SellingPlanGroupVariant;
  position: number;
  price: string;
  selected: boolean;
  /** Everything in one column. The table's own narrow form would have no checkboxes to choose by. */
  narrow: boolean;
};

/** Cells of the table keep their text on one line unless told. */
const wrapping = { whiteSpace: 'normal', minWidth: '6rem' } as const;

function VariantRow({ variant, position, price, selected, narrow }: RowProps) {
  const title = titleOf(variant);
  const product = (
    <InlineGrid columns="auto minmax(0, 1fr)" gap="300" alignItems="center">
      <Thumbnail source={variant.product.imageUrl ?? ImageIcon} alt="" size="small" />
      <div style={wrapping}>
        <Text as="span" variant="bodyMd" fontWeight="semibold" breakWord>
          {variant.product.title}
        </Text>
        {narrow ? (
          <Text as="p" tone="subdued" breakWord>
            {title === undefined ? price : `${title} · ${price}`}
          </Text>
        ) : null}
      </div>
    </InlineGrid>
  );
  return (
    <IndexTable.Row
      id={variant.id}
      position={position}
      selected={selected}
      accessibilityLabel={`Select ${variant.displayName}`}
    >
      <IndexTable.Cell>{product}</IndexTable.Cell>
      {narrow ? null : (
        <>
          <IndexTable.Cell>
            <div style={wrapping}>
              <Text as="span" breakWord>
                {title ?? '–'}
              </Text>
            </div>
          </IndexTable.Cell>
          <IndexTable.Cell>
            <Text as="span" alignment="end" numeric>
              {price}
            </Text>
          </IndexTable.Cell>
        </>
      )}
    </IndexTable.Row>
  );
}
