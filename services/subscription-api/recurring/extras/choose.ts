import { globalIdOf } from '#contract/global-id.ts';
import { majorUnitsOf } from '#contract/money.ts';
import type { ShopContext } from '../../shop-context.ts';
import { canBeSold } from '../rotation/choose.ts';
import { findSoldVariants, type SoldVariant } from './documents.ts';
import type { ExtraRow, LeftOut, WithAttempt } from './extras.ts';

/** Names what a line was added for. Shopify shows customers no attribute that begins with an underscore. */
const attribute = '_cadence_once';

type Attributes = { customAttributes: readonly { key: string; value: string | null }[] };

/** The id of what a line was added for; null for any other line. */
export const extraOf = ({ customAttributes }: Attributes): string | null =>
  customAttributes.find(({ key }) => key === attribute)?.value ?? null;

/** The line of an order that holds an extra, for a draft. */
export const lineFor = ({ id, variantId, quantity, price, currencyCode }: ExtraRow) => ({
  productVariantId: globalIdOf('ProductVariant', variantId),
  quantity,
  currentPrice: majorUnitsOf(price, currencyCode),
  customAttributes: [{ key: attribute, value: id }],
});

/** What an order holds besides: the extras to be added to it, and the lines that it shall not hold anymore. */
export type ExtrasOfOrder = WithAttempt & { add: readonly ExtraRow[]; remove: readonly string[] };

/**
 * Decides which extras go out with an order. One that can't be sold never holds the order up: it is left out.
 * @param order what it holds by now, with global ids, after its rotating lines were given their coffees
 * @throws PlatformError if the platform fails or refuses access
 */
export async function chooseExtras(
  context: Pick<ShopContext, 'graphql'>,
  waiting: readonly ExtraRow[],
  order: {
    lines: readonly (Attributes & { id: string; variantId: string | null; quantity: number })[];
    isOversold: boolean;
  },
): Promise<ExtrasOfOrder> {
  const { lines, isOversold } = order;
  const held = lines.filter((line) => extraOf(line) !== null);
  const left = new Map<string, LeftOut>();
  const out: ExtraRow[] = [];
  if (waiting.length > 0) {
    const ids = [
      ...new Set(waiting.map(({ variantId }) => globalIdOf('ProductVariant', variantId))),
    ];
    const { nodes } = await context.graphql(findSoldVariants, { ids });
    const taken = new Map<string | null, number>();
    const withTaken = (id: string | null, quantity: number) => (taken.get(id) ?? 0) + quantity;
    for (const { variantId, quantity } of lines.filter((line) => !held.includes(line))) {
      taken.set(variantId, withTaken(variantId, quantity));
    }
    for (const extra of waiting) {
      const id = globalIdOf('ProductVariant', extra.variantId);
      const variant = nodes.find((node) => node?.id === id) ?? null;
      const all = withTaken(id, extra.quantity);
      const why = await hindranceOf(context, variant, { quantity: all, isOversold });
      if (why !== null) left.set(extra.id, why);
      else {
        taken.set(id, all);
        out.push(extra);
      }
    }
  }
  const isHeld = ({ id }: ExtraRow) => held.some((line) => extraOf(line) === id);
  const isOut = (line: Attributes) => out.some(({ id }) => extraOf(line) === id);
  return {
    ...{ out: out.map(({ id }) => id), left },
    add: out.filter((extra) => !isHeld(extra)),
    remove: held.filter((line) => !isOut(line)).map(({ id }) => id),
  };
}

async function hindranceOf(
  context: Pick<ShopContext, 'graphql'>,
  variant: SoldVariant | null,
  wanted: { quantity: number; isOversold: boolean },
): Promise<LeftOut | null> {
  if (variant === null) return 'deleted';
  const { status } = variant.product;
  if (status !== 'ACTIVE') return status === 'ARCHIVED' ? 'archived' : 'not active';
  return (await canBeSold(context, variant, wanted)) ? null : 'sold out';
}
