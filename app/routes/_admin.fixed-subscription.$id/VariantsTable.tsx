import { Text, Thumbnail } from '@shopify/polaris';
import { ImageIcon } from '@shopify/polaris-icons';
import { memo, useState } from 'react';
import { formatCount, formatPrice } from '#contract/format.ts';
import type {
  SellingPlanGroupDetail,
  SellingPlanGroupVariant,
} from '#contract/selling-plan-group.ts';
import { IllustratedEmptyState } from '../../components/IllustratedEmptyState.tsx';
import illustration from '../../components/illustrations/no-selling-plans.svg?inline';
import { DialogOnDemand, usePrefetchedDialog } from '../../forms/lazy-dialog.tsx';
import { List } from '../../list/List.tsx';
import { useCursorPaging } from '../../list/list-address.ts';
import type { IgnoredPart } from '../../list/list-query.ts';
import type { Chosen } from '../../list/use-row-selection.ts';
import type { NamedVariant } from './change-in-steps.ts';
import { removeVariantsModal } from './lazy-modals.ts';

type Props = {
  group: SellingPlanGroupDetail & { failure: string | null; ignored: IgnoredPart[] };
  /** The search of the variants. */
  query: string;
  /** While something is done with the variants, nothing else can be begun. */
  disabled: boolean;
  onAdd: () => void;
  onRemove: (variants: NamedVariant[] | 'all') => void;
};

/** The group's variants; search and page live in the address. */
export const VariantsTable = memo(function VariantsTable({
  group,
  query,
  disabled,
  onAdd,
  onRemove,
}: Props) {
  const [asked, setAsked] = useState<Chosen<SellingPlanGroupVariant> | null>(null);
  usePrefetchedDialog(removeVariantsModal);
  const chooseAll =
    query === ''
      ? `Select all ${formatCount(group.productVariantsCount.count, 'variant')}`
      : 'Select all variants that match';
  const priceOf = ({ price }: SellingPlanGroupVariant) => formatPrice(price, group.currencyCode);

  return (
    <>
      <List
        items={group.variants}
        failure={group.failure}
        ignored={group.ignored}
        noun={{ singular: 'variant', plural: 'variants' }}
        nameOf={({ displayName }) => displayName}
        searchLabel="Search variants by product"
        paging={useCursorPaging(group.variantsPageInfo)}
        picture={({ product }) => (
          <Thumbnail source={product.imageUrl ?? ImageIcon} alt="" size="small" />
        )}
        columns={[
          {
            title: 'Product',
            cell: ({ product }) => (
              <Text as="span" variant="bodyMd" fontWeight="semibold" breakWord>
                {product.title}
              </Text>
            ),
          },
          { title: 'Variant', cell: (variant) => titleOf(variant) ?? '–', brief: titleOf },
          { title: 'Price', alignment: 'end', cell: priceOf, brief: priceOf },
        ]}
        bulkAction={{ content: 'Remove Variants', onAction: setAsked, chooseAll, disabled }}
        nothingYet={
          <IllustratedEmptyState
            heading="No variants in this group yet"
            image={illustration}
            action={{ content: 'Add Variants', onAction: onAdd, disabled }}
          >
            <p>Choose what customers can subscribe to with this group’s plans.</p>
          </IllustratedEmptyState>
        }
      />
      {asked === null ? null : (
        <DialogOnDemand
          dialog={removeVariantsModal}
          props={{
            count: asked === 'all' ? null : asked.length,
            searched: query !== '',
            onClose: () => setAsked(null),
            onConfirm() {
              setAsked(null);
              onRemove(
                asked === 'all'
                  ? asked
                  : asked.map(({ id, displayName }) => ({ id, name: displayName })),
              );
            },
          }}
        />
      )}
    </>
  );
});

/** A variant's own title; undefined for the only variant of a product without options, which the platform names so. */
export function titleOf(variant: SellingPlanGroupVariant): string | undefined {
  return variant.title === 'Default Title' ? undefined : variant.title;
}
