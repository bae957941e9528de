import { loadProductsById, type PickerProduct } from './products.ts';

/** The chosen variants of each product, by the product's id, in the order of choosing. */
export type Selection = ReadonlyMap<string, ReadonlySet<string>>;

/** The app's initial choice: products, with all variants if none are named. */
export type ChosenAtFirst = ReadonlyArray<{
  id: string;
  variants?: readonly { id: string }[] | undefined;
}>;

type Choosable = { id: string; variants: readonly { id: string }[] };

const idsOf = (variants: Choosable['variants'] = []) => new Set(variants.map(({ id }) => id));

export function firstSelection(chosenAtFirst: ChosenAtFirst): Selection {
  return new Map(chosenAtFirst.map(({ id, variants }) => [id, idsOf(variants)]));
}

/** Fills in the variants of whole products, and drops products that have since been deleted, so that they don't count. */
export function withFound(
  selection: Selection,
  chosenAtFirst: ChosenAtFirst,
  found: readonly Choosable[],
): Selection {
  const products = new Map(found.map((product) => [product.id, product]));
  const next = new Map(selection);
  for (const { id, variants = [] } of chosenAtFirst) {
    const product = products.get(id);
    if (product === undefined) next.delete(id);
    else if (variants.length === 0) next.set(id, idsOf(product.variants));
  }
  return next;
}

export function checkState(
  chosen: ReadonlySet<string> | undefined,
  { variants }: Choosable,
): 'unchecked' | 'partial' | 'checked' {
  if (chosen === undefined) return 'unchecked';
  return variants.every(({ id }) => chosen.has(id)) ? 'checked' : 'partial';
}

/** Chooses a whole product, or none of it if it was already chosen whole. */
export function toggleProduct(selection: Selection, product: Choosable): Selection {
  const next = new Map(selection);
  if (checkState(next.get(product.id), product) === 'checked') next.delete(product.id);
  else next.set(product.id, idsOf(product.variants));
  return next;
}

/** Chooses a variant, or drops it if it was chosen. */
export function toggleVariant(
  selection: Selection,
  productId: string,
  variantId: string,
): Selection {
  const variants = new Set(selection.get(productId));
  if (!variants.delete(variantId)) variants.add(variantId);
  const next = new Map(selection);
  if (variants.size === 0) next.delete(productId);
  else next.set(productId, variants);
  return next;
}

/** The answer to the app: the products with their chosen variants, without variants that have since been deleted. */
export async function pickedProducts(
  store: string,
  selection: Selection,
): Promise<PickerProduct[]> {
  const products = await loadProductsById(store, [...selection.keys()]);
  return products.map((product) => ({
    ...product,
    variants: product.variants.filter(({ id }) => selection.get(product.id)?.has(id)),
  }));
}
