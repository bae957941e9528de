import { z } from 'zod';
import { graphqlDocument, runGraphql } from '../internal-api/graphql.ts';
import { useLoaded } from '../internal-api/use-loaded.ts';
import { useStore } from '../shell/store-context.tsx';

const document = graphqlDocument(
  'query ShopCurrency { shop { currencyCode } }',
  z.object({ shop: z.object({ currencyCode: z.string() }) }),
);

/** The currency of the store's prices, which don't name their own. US dollars until it's known. */
export function useCurrency(): string {
  const { handle } = useStore();
  const { data } = useLoaded(`currency of ${handle}`, (signal) =>
    runGraphql(handle, document, {}, signal),
  );
  return data?.shop.currencyCode ?? 'USD';
}
