import { originalIdOf } from '#contract/global-id.ts';
import type { ShopContext } from '../../shop-context.ts';
import { findCutoffs, type PlatformContract } from './documents.ts';
import type { MirroredContract } from './mapping.ts';

/**
 * The days before a contract's roast days until which it can be changed. Asked of its plans when its anchors or a plan are first seen, and kept from then on, as
 * Shopify keeps the anchors themselves: what a plan says later holds for later customers. The longest of several; null if no plan says one.
 * @throws PlatformError
 */
export async function cutoffOf(
  { graphql }: Pick<ShopContext, 'graphql'>,
  { deliveryPolicy, lines }: PlatformContract,
  kept: MirroredContract | null,
): Promise<number | null> {
  if (deliveryPolicy.anchors.length === 0) return null;
  const ids = [...new Set(lines.nodes.flatMap(({ sellingPlanId }) => sellingPlanId ?? []))];
  const ofPlans = new Set(kept?.lines.flatMap(({ planId }) => planId ?? []));
  const isKnown = (kept?.contract.anchors ?? []).length > 0;
  if (isKnown && ids.every((id) => ofPlans.has(originalIdOf(id)))) {
    return kept?.contract.cutoff ?? null;
  }
  if (ids.length === 0) return null;
  const { nodes } = await graphql(findCutoffs, { ids });
  const known = nodes.flatMap((plan) => plan?.deliveryPolicy.cutoff ?? []);
  return known.length === 0 ? null : Math.max(...known);
}
