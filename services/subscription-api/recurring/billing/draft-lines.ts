import type { UserError } from '../../platform/user-errors.ts';
import type { ShopContext } from '../../shop-context.ts';
import { type DraftLine, setDraftLine } from './documents.ts';

/**
 * Sets lines of a draft, up to the first that the platform refuses.
 * @returns why it refuses that one; empty if it took all
 */
export async function setDraftLines(
  { graphql }: Pick<ShopContext, 'graphql'>,
  draft: string,
  lines: readonly DraftLine[],
): Promise<UserError[]> {
  for (const line of lines) {
    const { userErrors } = (await graphql(setDraftLine, { draft, ...line })).change;
    if (userErrors.length > 0) return userErrors;
  }
  return [];
}
