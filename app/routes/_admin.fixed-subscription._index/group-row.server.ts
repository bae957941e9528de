import { formatAtLeast } from '#contract/format.ts';
import { planInWords } from '#contract/plan-words.ts';
import type { SellingPlanGroupListItem } from '#contract/selling-plan-group.ts';
import { shownEntries } from '../../list/list-data.ts';

/** The fields of a group that the list shows. With all its plans the answer would be five times as large. */
export type GroupRow = {
  id: string;
  name: string;
  isUsageBased: boolean;
  products: string;
  variants: number;
  /** The first few. */
  plans: Array<{ id: string; words: string }>;
  plansCount: { count: number; precision: 'EXACT' };
};

/** An unchanged group is the same object, so its row can be too. */
const known = new WeakMap<SellingPlanGroupListItem, GroupRow>();

export function groupRowOf(group: SellingPlanGroupListItem): GroupRow {
  const before = known.get(group);
  if (before !== undefined) return before;
  const row = inWords(group);
  known.set(group, row);
  return row;
}

function inWords(group: SellingPlanGroupListItem): GroupRow {
  const { id, name, isDynamic, productsCount, productVariantsCount, sellingPlans, currencyCode } =
    group;
  return {
    id,
    name,
    isUsageBased: isDynamic,
    products: formatAtLeast(productsCount),
    variants: productVariantsCount.count,
    plans: sellingPlans
      .slice(0, shownEntries)
      .map((plan) => ({ id: plan.id, words: planInWords(plan, currencyCode) })),
    plansCount: { count: sellingPlans.length, precision: 'EXACT' },
  };
}
