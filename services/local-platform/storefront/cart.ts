import { z } from 'zod';
import type { Store } from '../store/store.ts';
import { productObject, type Visit } from './objects.ts';

const lineSchema = z.object({
  variantId: z.number().int(),
  sellingPlanId: z.number().int().nullable(),
  quantity: z.number().int().min(1).max(999),
});
const cartSchema = z.array(lineSchema).max(30);

type CartLine = z.infer<typeof lineSchema>;

/** Reads the cart from its cookie; an invalid cookie means an empty cart. */
export function readCart(cookie: string | undefined): CartLine[] {
  try {
    const text = Buffer.from(cookie ?? '', 'base64url').toString('utf8');
    return cartSchema.safeParse(JSON.parse(text)).data ?? [];
  } catch {
    return [];
  }
}

export function writeCart(lines: readonly CartLine[]): string {
  return Buffer.from(JSON.stringify(lines)).toString('base64url');
}

function findVariant(store: Store, visit: Visit, id: number) {
  const variant = store.tables.variants.get(id);
  const product = variant && store.tables.products.get(variant.productId);
  const object = product && productObject(visit, product);
  return { product: object, variant: object?.variants.find((candidate) => candidate.id === id) };
}

/** Turns a product form into a line of the cart, or returns the platform's refusal. */
export function lineFrom(
  visit: Visit,
  form: { id?: string; selling_plan?: string; quantity?: string },
): CartLine | { refused: string } {
  const { product, variant } = findVariant(visit.store, visit, Number(form.id ?? Number.NaN));
  if (product === undefined || variant === undefined) return { refused: 'Cannot find variant' };
  if (!variant.available) return { refused: `The product '${product.title}' is already sold out.` };
  const sellingPlanId = form.selling_plan ? Number(form.selling_plan) : null;
  const isOffered = variant.selling_plan_allocations.some(
    ({ selling_plan }) => selling_plan.id === sellingPlanId,
  );
  if (sellingPlanId === null && product.requires_selling_plan) {
    return { refused: 'Variant can only be purchased with a selling plan' };
  }
  if (sellingPlanId !== null && !isOffered) {
    return { refused: 'Cannot apply selling plan to variant' };
  }
  const quantity = Number(form.quantity ?? '1');
  const line = lineSchema.safeParse({ variantId: variant.id, sellingPlanId, quantity });
  return line.data ?? { refused: 'Quantity is not valid' };
}

/** Adds a line to the cart, or to the line of the same variant and plan. */
export function withLine(lines: readonly CartLine[], added: CartLine): CartLine[] {
  const isSame = (line: CartLine) =>
    line.variantId === added.variantId && line.sellingPlanId === added.sellingPlanId;
  const known = lines.find(isSame);
  return [
    { ...added, quantity: Math.min(999, added.quantity + (known?.quantity ?? 0)) },
    ...lines.filter((line) => !isSame(line)),
  ].slice(0, 30);
}

/** The Liquid objects `line_item`, without products that are no longer on sale. */
export function lineItems(visit: Visit, lines: readonly CartLine[]) {
  return lines.flatMap(({ variantId, sellingPlanId, quantity }) => {
    const { product, variant } = findVariant(visit.store, visit, variantId);
    if (product === undefined || variant === undefined) return [];
    const allocation =
      variant.selling_plan_allocations.find(
        ({ selling_plan }) => selling_plan.id === sellingPlanId,
      ) ?? null;
    const price = allocation?.checkout_charge_amount ?? variant.price;
    return [
      {
        title: product.title,
        variant,
        quantity,
        url: variant.url,
        selling_plan_allocation: allocation,
        final_line_price: price * quantity,
      },
    ];
  });
}
