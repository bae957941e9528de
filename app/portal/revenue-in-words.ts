import { formatMoney } from '#contract/money.ts';
import type { Subscriber } from '#contract/store-order.ts';

/** What a customer's subscriptions brought, in the store's currency, and whether there was more in others. */
export function revenueOf({ revenue, currencyCode, hasOtherCurrencies }: Subscriber): string {
  const inOwn = formatMoney(revenue, currencyCode);
  return hasOtherCurrencies ? `${inOwn} and other currencies` : inOwn;
}
