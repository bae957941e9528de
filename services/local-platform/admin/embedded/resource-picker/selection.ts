import type { ChosenAtFirst } from './picker-options.ts';

/**
 * What is chosen of one product. A product may have more variants than were loaded, so "all of them" is said as such,
 * with the exceptions.
 */
export type Choice =
  | { kind: 'some'; variants: ReadonlySet<string> }
  | { kind: 'allExcept'; variants: ReadonlySet<string> };

/** By the product's id, in the order in which the merchant chose. */
export type Selection = ReadonlyMap<string, Choice>;

/** What the rules need to know of a product. */
export type ChoosableProduct = { id: string; variantsCount: number };

export type Rules = {
  resource: 'product' | 'variant';
  /** The most products, or variants, that may be chosen. */
  limit: number;
};

export type CheckState = 'unchecked' | 'partial' | 'checked';

const none: ReadonlySet<string> = new Set();
const everything: Choice = { kind: 'allExcept', variants: none };

/** A product given without variants is chosen with all of them. */
export function selectionOfProducts(products: readonly ChosenAtFirst[]): Selection {
  return new Map(
    products.map(({ id, variants }): [string, Choice] => [
      id,
      variants === undefined || variants.length === 0
        ? everything
        : { kind: 'some', variants: new Set(variants.map((variant) => variant.id)) },
    ]),
  );
}

export function selectionOfVariants(
  variants: readonly { id: string; productId: string }[],
): Selection {
  const byProduct = new Map<string, Set<string>>();
  for (const { id, productId } of variants) {
    byProduct.set(productId, (byProduct.get(productId) ?? new Set()).add(id));
  }
  return new Map(
    [...byProduct].map(([id, chosen]): [string, Choice] => [
      id,
      { kind: 'some', variants: chosen },
    ]),
  );
}

export function isVariantChosen(choice: Choice | undefined, variantId: string): boolean {
  if (choice === undefined) return false;
  return choice.variants.has(variantId) === (choice.kind === 'some');
}

export function chosenVariantsCount(choice: Choice | undefined, variantsCount: number): number {
  if (choice === undefined) return 0;
  const { size } = choice.variants;
  return choice.kind === 'some' ? Math.min(size, variantsCount) : Math.max(0, variantsCount - size);
}

export function checkState(choice: Choice | undefined, product: ChoosableProduct): CheckState {
  const chosen = chosenVariantsCount(choice, product.variantsCount);
  if (choice !== undefined && product.variantsCount === 0) return 'checked';
  if (chosen === 0) return 'unchecked';
  return chosen === product.variantsCount ? 'checked' : 'partial';
}

/** How many things are chosen: products or variants, whichever the app asked for. */
export function countChosen(
  selection: Selection,
  resource: Rules['resource'],
  variantsCountOf: (productId: string) => number,
): number {
  if (resource === 'product') return selection.size;
  let count = 0;
  for (const [id, choice] of selection) {
    count +=
      choice.kind === 'some'
        ? choice.variants.size
        : chosenVariantsCount(choice, variantsCountOf(id));
  }
  return count;
}

/** Chooses a whole product, or nothing of it if it was chosen whole. */
export function toggleProduct(
  selection: Selection,
  product: ChoosableProduct,
  rules: Rules,
): Selection {
  if (checkState(selection.get(product.id), product) === 'checked') {
    return without(selection, product.id);
  }
  return choose(selection, product, everything, rules);
}

/** Chooses a variant, or lets go of it. */
export function toggleVariant(
  selection: Selection,
  product: ChoosableProduct,
  variantId: string,
  rules: Rules,
): Selection {
  if (rules.resource === 'variant' && rules.limit === 1) {
    if (isVariantChosen(selection.get(product.id), variantId)) return new Map();
    return new Map([[product.id, { kind: 'some', variants: new Set([variantId]) }]]);
  }
  const choice = selection.get(product.id) ?? { kind: 'some', variants: none };
  const variants = new Set(choice.variants);
  if (!variants.delete(variantId)) variants.add(variantId);
  const next = settle({ kind: choice.kind, variants }, product.variantsCount);
  return next === null ? without(selection, product.id) : choose(selection, product, next, rules);
}

/** Whether one thing more may be chosen. With a limit of one, choosing another replaces the first. */
export function hasRoom(chosen: number, { limit }: Rules): boolean {
  return limit === 1 || chosen < limit;
}

function choose(
  selection: Selection,
  product: ChoosableProduct,
  choice: Choice,
  rules: Rules,
): Selection {
  if (rules.resource === 'product' && rules.limit === 1) return new Map([[product.id, choice]]);
  return new Map(selection).set(product.id, choice);
}

function without(selection: Selection, productId: string): Selection {
  const rest = new Map(selection);
  rest.delete(productId);
  return rest;
}

/** One way to say each choice: the whole product as such, and nothing of it as null. */
function settle(choice: Choice, variantsCount: number): Choice | null {
  const chosen = chosenVariantsCount(choice, variantsCount);
  if (chosen === 0) return null;
  return chosen === variantsCount ? everything : choice;
}
