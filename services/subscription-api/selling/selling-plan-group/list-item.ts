import { isDeepStrictEqual } from 'node:util';
import type { ProductsCount, SellingPlanGroupListItem } from '#contract/selling-plan-group.ts';
import type { ShopContext } from '../../shop-context.ts';
import type { SellingPlanGroupSettings } from './group-settings.ts';
import type { PlatformGroup } from './platform-group.ts';
import { inStoreTimeZone, readGroup } from './reading.ts';

/** Everything in a list's item besides Shopify's group. `currencyCode` is the shop's (ISO 4217). */
type Beside = {
  settings: SellingPlanGroupSettings | undefined;
  productsCount: ProductsCount | undefined;
  currencyCode: string;
  timeZone: string;
};

/**
 * A group's item in the list. Returns the same object until something in it changes; callers must not change it. An unchanged `group` is the same
 * object too, because Shopify's answers are cached.
 */
export function listItemOf(
  { shop, caches: { listItems } }: Pick<ShopContext, 'shop' | 'caches'>,
  group: PlatformGroup,
  beside: Beside,
): SellingPlanGroupListItem {
  const key = `${shop} ${group.id}`;
  const last = listItems.get(key);
  if (last?.group === group && isDeepStrictEqual(last.beside, beside)) return last.item;
  const read = readGroup(group, beside.settings);
  const item = {
    ...inStoreTimeZone(read, beside.timeZone),
    productsCount: beside.productsCount ?? read.productsCount,
    currencyCode: beside.currencyCode,
  };
  listItems.set(key, { group, beside, item });
  return item;
}
