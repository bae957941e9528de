import { originalIdOf } from '#contract/global-id.ts';
import { keepTold, toldOf } from '../../shop/told-products.ts';
import type { ShopContext } from '../../shop-context.ts';
import { findTracking, type OfferedProduct, readOffered } from './documents.ts';
import type { Order } from './order.ts';

/** A product that was passed over, and why. */
export type PassedOver = { title: string; why: keyof typeof whyWords };

/** The coffee that goes out, and in which size; `price` is that variant's own, in major units of the store's currency. */
export type Choice = {
  coffee: string;
  title: string;
  variant: string;
  price: string;
  currencyCode: string;
  passedOver: PassedOver[];
};

export type Wanted = {
  /** The size, as the subscription names it. */
  variantTitle: string | null;
  quantity: number;
  /** Whether the store sells what it doesn't have. */
  isOversold: boolean;
};

/** How many products are asked for at once: nearly always the first one can go out. */
const askedAtOnce = 5;

const whyWords = {
  archived: 'archived',
  unavailable: 'not active',
  rotating: 'has its own rotation',
  deleted: 'deleted',
  size: 'not sold in this size',
  'sold out': 'sold out',
} as const;

/** Coffees that were passed over, for the timeline, such as `Kenya (sold out), Peru (archived)`. */
export const passedOverInWords = (passedOver: readonly PassedOver[]): string => {
  const words = passedOver.map(({ title, why }) => `${title.slice(0, 60)} (${whyWords[why]})`);
  const some = words.slice(0, 3).join(', ');
  const more = words.length > 3 ? ` and ${words.length - 3} more` : '';
  return `${some}${more}`.slice(0, 255);
};

const plain = (title: string | null) => {
  const text = title?.trim().toLowerCase() ?? '';
  return text === 'default title' ? '' : text;
};

/** The variant in the size that was subscribed to; undefined if there is none. Without a size it is the first one. */
export function variantOf<Variant extends { title: string }>(
  { variants: { nodes } }: { variants: { nodes: readonly Variant[] } },
  { variantTitle }: Pick<Wanted, 'variantTitle'>,
) {
  const size = plain(variantTitle);
  if (size === '') return nodes[0];
  return nodes.find(
    ({ title }) => plain(title) === size || (nodes.length === 1 && plain(title) === ''),
  );
}

/**
 * Whether a variant can be sold now: also with nothing in stock where the store doesn't count it, or oversells it, or where a count of too
 * few is left from when the store counted it.
 */
export async function canBeSold(
  { graphql }: Pick<ShopContext, 'graphql'>,
  variant: Omit<OfferedProduct['variants']['nodes'][number], 'title' | 'price'>,
  { quantity, isOversold }: Pick<Wanted, 'quantity' | 'isOversold'>,
): Promise<boolean> {
  if (isOversold) return true;
  if (!variant.availableForSale) return false;
  const left = variant.inventoryQuantity ?? 0;
  if (variant.inventoryPolicy === 'CONTINUE' || left <= 0 || left >= quantity) return true;
  const { nodes } = await graphql(findTracking, { id: variant.id });
  return nodes[0]?.inventoryItem.tracked === false;
}

/** Reads products by their original ids, and keeps how Shopify tells of them. */
async function readTold(context: ShopContext, ids: readonly string[]) {
  const { offered: found, currencyCode } = await readOffered(context, ids);
  const told = ids.map((id) => toldOf(id, found.get(id)));
  await keepTold(context, told);
  const offered = told.map(({ original_id: id, title, status }) => ({
    ...{ id, product: found.get(id), status, title: title ?? `Product ${id}` },
  }));
  return { offered, currencyCode };
}

/**
 * Chooses the first product in line that can go out now. If all that could are sold out, the first of them is chosen, and the charge tells so.
 * @returns null if none could go out even with stock
 * @throws PlatformError if the platform fails or refuses access
 */
export async function chooseCoffee(
  context: ShopContext,
  line: Order,
  wanted: Wanted,
): Promise<Choice | null> {
  const passedOver: PassedOver[] = [];
  let soldOut: Choice | null = null;
  for (let from = 0; from < line.length; from += askedAtOnce) {
    const { offered, currencyCode } = await readTold(context, line.slice(from, from + askedAtOnce));
    for (const { id, product, status, title } of offered) {
      if (product === undefined || status !== 'active') {
        passedOver.push({ title, why: status === 'active' ? 'deleted' : status });
        continue;
      }
      const variant = variantOf(product, wanted);
      if (variant === undefined) {
        passedOver.push({ title, why: 'size' });
        continue;
      }
      const choice = {
        ...{ coffee: id, title, variant: originalIdOf(variant.id) },
        ...{ price: variant.price, currencyCode, passedOver: [...passedOver] },
      };
      if (await canBeSold(context, variant, wanted)) return choice;
      soldOut ??= choice;
      passedOver.push({ title, why: 'sold out' });
    }
  }
  return soldOut;
}

/** Whether a variant of a product can go out now, as somebody else has chosen it. */
export async function canGoOut(
  context: ShopContext,
  { coffee, variant }: { coffee: string; variant: string | null },
  wanted: Wanted,
): Promise<{ title: string } | null> {
  const { offered } = await readTold(context, [coffee]);
  const [one] = offered;
  const found = one?.product?.variants.nodes.find(({ id }) => originalIdOf(id) === variant);
  if (one?.status !== 'active' || found === undefined) return null;
  return (await canBeSold(context, found, wanted)) ? { title: one.title } : null;
}
