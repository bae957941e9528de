import { z } from 'zod';
import { formatPrice } from '#contract/format.ts';
import { graphqlDocument, runGraphql } from '../internal-api/graphql.ts';
import { useLoaded } from '../internal-api/use-loaded.ts';
import { useStore } from '../shell/store-context.tsx';

export const moneyText = z
  .object({ amount: z.string(), currencyCode: z.string() })
  .transform(({ amount, currencyCode }) => formatPrice(amount, currencyCode));
export const moneyFields = '{ amount currencyCode }';

/** Formats the platform's MoneyBag in the shop's own currency. */
export const moneyBagText = z
  .object({ shopMoney: moneyText })
  .transform(({ shopMoney }) => shopMoney);
export const moneyBagFields = `{ shopMoney ${moneyFields} }`;

const document = graphqlDocument(
  'query ShopCurrency { shop { currencyCode } }',
  z.object({ shop: z.object({ currencyCode: z.string() }) }),
);

/** The currency of the store's prices, which don't name their own. US dollars until the platform answers. */
export function useCurrency(): string {
  const { handle } = useStore();
  const { data } = useLoaded(`currency of ${handle}`, (signal) =>
    runGraphql(handle, document, {}, signal),
  );
  return data?.shop.currencyCode ?? 'USD';
}

export function Price({ amount }: { amount: string }) {
  return formatPrice(amount, useCurrency());
}
