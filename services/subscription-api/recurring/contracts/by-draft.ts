import type { UserError } from '../../platform/user-errors.ts';
import type { ShopContext } from '../../shop-context.ts';
import { draftContract } from '../billing/documents.ts';
import { commitDraft } from './documents.ts';

/**
 * Changes a contract by a draft, so that all of it changes or none.
 * @param id the contract's global id
 * @param set sets what the draft changes, and returns why the platform refuses it
 * @returns why the platform refuses the change; empty if it is done
 */
export async function byDraft(
  { graphql }: Pick<ShopContext, 'graphql'>,
  id: string,
  set: (draft: string) => Promise<UserError[]>,
): Promise<UserError[]> {
  const { draft, userErrors } = (await graphql(draftContract, { id })).change;
  if (draft === null) return userErrors;
  const refused = await set(draft.id);
  if (refused.length > 0) return refused;
  return (await graphql(commitDraft, { draft: draft.id })).change.userErrors;
}
