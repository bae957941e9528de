import { nameSearch } from '../../platform/search-query.ts';
import { rotatingTag } from '../../shop/told-products.ts';

/**
 * Shopify's search for products that a product's rotation could take, by the typed part of their titles; null if that can't find anything.
 * @param productId original id
 */
export function candidatesQuery(productId: string, typed: string | undefined): string | null {
  const search = nameSearch(typed, 'title');
  if (search === null) return null;
  const terms = ['status:active', `-tag:${rotatingTag}`, `-id:${productId}`];
  return [...terms, ...(search === undefined ? [] : [search])].join(' AND ');
}
