import { memo, useMemo, useState } from 'react';
import type {
  SellingPlanGroupDetail,
  SellingPlanGroupVariant,
} from '#contract/selling-plan-group.ts';
import { GroupPreview } from '../../selling-plan-group/GroupPreview.tsx';
import { PlanPreview } from '../../selling-plan-group/PlanPreview.tsx';
import { existingOptionsOf } from '../../selling-plan-group/preview-option.ts';
import { titleOf } from './VariantsTable.tsx';

type Props = { group: SellingPlanGroupDetail };

/** The preview for the group's products, or for other products of the store if it has none yet. */
export const DetailPreview = memo(function DetailPreview({ group }: Props) {
  const { sellingPlans, variants, currencyCode, isDynamic, today } = group;
  const options = useMemo(() => existingOptionsOf(sellingPlans), [sellingPlans]);
  const shown = useLastFilled(variants, group.productVariantsCount.count);
  const products = useMemo(
    () =>
      shown.map((variant) => ({
        id: variant.id,
        title: variant.product.title,
        variantTitle: titleOf(variant),
        price: variant.price,
        currencyCode,
        imageUrl: variant.product.imageUrl,
      })),
    [shown, currencyCode],
  );
  if (products.length === 0) return <GroupPreview options={options} isUsageBased={isDynamic} />;
  return (
    <PlanPreview products={products} options={options} firstDay={today} isUsageBased={isDynamic} />
  );
});

/** Keeps showing prices if a search of the variants finds nothing. */
function useLastFilled(
  variants: SellingPlanGroupVariant[],
  total: number,
): SellingPlanGroupVariant[] {
  const [filled, setFilled] = useState(variants);
  if (variants.length === 0) return total === 0 ? variants : filled;
  if (variants !== filled) setFilled(variants);
  return variants;
}
