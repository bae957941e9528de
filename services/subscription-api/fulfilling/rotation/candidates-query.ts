import { nameSearch } from '../../platform/search-query.ts';
import { rotatingTag } from './products.ts';

/**
 * The platform's search for products that a rotation of the product (its original id) could take, by what was typed of their titles; null
 * where nothing can be found by that.
 */
export function candidatesQuery(productId: string, typed: string | undefined): string | null {
  const search = nameSearch(typed, 'title');
  if (search === null) return null;
  const terms = ['status:active', `-tag:${rotatingTag}`, `-id:${productId}`];
  return [...terms, ...(search === undefined ? [] : [search])].join(' AND ');
}
