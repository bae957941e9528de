import type { PickerOptions } from './picker-options.ts';
import {
  loadAllVariants,
  loadProductsById,
  type PickerProduct,
  type PickerVariant,
} from './products.ts';
import { isVariantChosen, type Selection } from './selection.ts';

/**
 * What the app gets: products each with the variants chosen, or the chosen variants alone. Shapes are those of the
 * client 3.7.10 (`Product` and `ProductVariant` of its ResourcePicker), as far as the local platform knows the fields.
 */
export type PickedProduct = ReturnType<typeof pickedProduct>;
export type PickedVariant = ReturnType<typeof pickedVariant>;

/**
 * Loads whatever isn't here yet of the chosen products, all variants of each included, and makes the app's answer in
 * the order of choosing. A product that has been deleted meanwhile is left out.
 */
export async function pickedResources(
  store: string,
  selection: Selection,
  known: ReadonlyMap<string, PickerProduct>,
  options: PickerOptions,
): Promise<PickedProduct[] | PickedVariant[]> {
  const missing = [...selection.keys()].filter((id) => !known.has(id));
  const products = new Map(known);
  for (const product of await loadProductsById(store, missing)) products.set(product.id, product);

  const whole: PickerProduct[] = [];
  for (const id of selection.keys()) {
    const product = products.get(id);
    if (product !== undefined) whole.push(await loadAllVariants(store, product));
  }
  return options.resource === 'product'
    ? whole.map((product) => pickedProduct(product, chosenOf(product, selection)))
    : whole.flatMap((product) =>
        chosenOf(product, selection).map((variant) => pickedVariant(product, variant)),
      );
}

function chosenOf(product: PickerProduct, selection: Selection): PickerVariant[] {
  const choice = selection.get(product.id);
  return product.variants.filter(({ id }) => isVariantChosen(choice, id));
}

function pickedProduct(product: PickerProduct, chosen: readonly PickerVariant[]) {
  const { variants: _all, nextVariants: _next, variantsCount, featuredImage, ...fields } = product;
  return {
    ...fields,
    images: featuredImage === null ? [] : [pickedImage(featuredImage)],
    options: optionsOf(product),
    totalVariants: variantsCount,
    variants: chosen.map((variant) => pickedVariant(product, variant)),
  };
}

function pickedVariant(product: PickerProduct, variant: PickerVariant) {
  const { image, ...fields } = variant;
  return {
    ...fields,
    image: image === null ? null : pickedImage(image),
    product: { id: product.id, title: product.title },
  };
}

function pickedImage({ id, altText, originalSrc }: NonNullable<PickerProduct['featuredImage']>) {
  return { id: id ?? '', altText: altText ?? '', originalSrc };
}

/** The product's options and their values, as its variants show them. */
function optionsOf({ variants }: PickerProduct) {
  const values = new Map<string, Set<string>>();
  for (const { selectedOptions } of variants) {
    for (const { name, value } of selectedOptions) {
      values.set(name, (values.get(name) ?? new Set()).add(value));
    }
  }
  return [...values].map(([name, found], index) => ({
    name,
    position: index + 1,
    values: [...found],
  }));
}
