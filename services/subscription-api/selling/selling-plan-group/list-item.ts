import { isDeepStrictEqual } from 'node:util';
import type { ProductsCount, SellingPlanGroupListItem } from '#contract/selling-plan-group.ts';
import type { SellingPlanGroupSettings } from './group-settings.ts';
import type { PlatformGroup } from './platform-group.ts';
import { inStoreTimeZone, readGroup } from './reading.ts';

/** What a list's item is made of, but for the platform's group. `currencyCode` is the shop's (ISO 4217). */
type Beside = {
  settings: SellingPlanGroupSettings | undefined;
  productsCount: ProductsCount | undefined;
  currencyCode: string;
  timeZone: string;
};

/** The last that was made of a group. The platform's answers are kept, so that a group that did not change is the same object. */
const made = new WeakMap<PlatformGroup, { beside: Beside; item: SellingPlanGroupListItem }>();

/** A group as the list has it: the same object while it says the same, which nobody who gets it may change. */
export function listItemOf(group: PlatformGroup, beside: Beside): SellingPlanGroupListItem {
  const last = made.get(group);
  if (last !== undefined && isDeepStrictEqual(last.beside, beside)) return last.item;
  const read = readGroup(group, beside.settings);
  const item = {
    ...inStoreTimeZone(read, beside.timeZone),
    productsCount: beside.productsCount ?? read.productsCount,
    currencyCode: beside.currencyCode,
  };
  made.set(group, { beside, item });
  return item;
}
