import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkState,
  chosenVariantsCount,
  countChosen,
  hasRoom,
  isVariantChosen,
  type Rules,
  type Selection,
  selectionOfProducts,
  selectionOfVariants,
  toggleProduct,
  toggleVariant,
} from './selection.ts';

const coffee = { id: 'coffee', variantsCount: 3 };
const tea = { id: 'tea', variantsCount: 1 };
const many: Rules = { resource: 'product', limit: Number.POSITIVE_INFINITY };
const one: Rules = { resource: 'product', limit: 1 };
const manyVariants: Rules = { resource: 'variant', limit: Number.POSITIVE_INFINITY };
const oneVariant: Rules = { resource: 'variant', limit: 1 };
const nothing: Selection = new Map();
const countOf = (id: string) => (id === 'coffee' ? 3 : 1);

describe('what the app chose before', () => {
  it('takes a product without variants as the whole product', () => {
    const selection = selectionOfProducts([{ id: 'coffee' }, { id: 'tea', variants: [] }]);
    expect(checkState(selection.get('coffee'), coffee)).toBe('checked');
    expect(checkState(selection.get('tea'), tea)).toBe('checked');
    expect(isVariantChosen(selection.get('coffee'), 'any')).toBe(true);
  });

  it('takes a product with some variants as a part of it', () => {
    const selection = selectionOfProducts([{ id: 'coffee', variants: [{ id: 'a' }] }]);
    expect(checkState(selection.get('coffee'), coffee)).toBe('partial');
    expect(isVariantChosen(selection.get('coffee'), 'a')).toBe(true);
    expect(isVariantChosen(selection.get('coffee'), 'b')).toBe(false);
  });

  it('puts single variants under their products', () => {
    const selection = selectionOfVariants([
      { id: 'a', productId: 'coffee' },
      { id: 'x', productId: 'tea' },
      { id: 'b', productId: 'coffee' },
    ]);
    expect([...selection.keys()]).toEqual(['coffee', 'tea']);
    expect(countChosen(selection, 'variant', countOf)).toBe(3);
    expect(countChosen(selection, 'product', countOf)).toBe(2);
  });
});

describe('choosing products', () => {
  it('chooses all variants, loaded or not, and lets go of all', () => {
    const chosen = toggleProduct(nothing, coffee, many);
    expect(checkState(chosen.get('coffee'), coffee)).toBe('checked');
    expect(toggleProduct(chosen, coffee, many).size).toBe(0);
  });

  it('completes a product that was chosen in part', () => {
    const part = toggleVariant(nothing, coffee, 'a', many);
    expect(checkState(toggleProduct(part, coffee, many).get('coffee'), coffee)).toBe('checked');
  });

  it('leaves one variant out without knowing the others', () => {
    const chosen = toggleVariant(toggleProduct(nothing, coffee, many), coffee, 'b', many);
    const choice = chosen.get('coffee');
    expect(checkState(choice, coffee)).toBe('partial');
    expect(isVariantChosen(choice, 'a')).toBe(true);
    expect(isVariantChosen(choice, 'b')).toBe(false);
    expect(chosenVariantsCount(choice, 3)).toBe(2);
  });

  it('is the whole product once its last variant is chosen', () => {
    const chosen = ['a', 'b', 'c'].reduce(
      (selection, id) => toggleVariant(selection, coffee, id, many),
      nothing,
    );
    expect(chosen).toEqual(toggleProduct(nothing, coffee, many));
  });

  it('drops a product with its last variant', () => {
    const chosen = toggleVariant(nothing, coffee, 'a', many);
    expect(toggleVariant(chosen, coffee, 'a', many).size).toBe(0);
  });

  it('replaces the product where only one may be chosen', () => {
    const chosen = toggleProduct(toggleProduct(nothing, coffee, one), tea, one);
    expect([...chosen.keys()]).toEqual(['tea']);
    const two = ['a', 'b'].reduce(
      (selection, id) => toggleVariant(selection, coffee, id, one),
      chosen,
    );
    expect([...two.keys()]).toEqual(['coffee']);
    expect(chosenVariantsCount(two.get('coffee'), 3)).toBe(2);
  });

  it('replaces the variant where only one may be chosen', () => {
    const first = toggleVariant(nothing, coffee, 'a', oneVariant);
    const second = toggleVariant(first, tea, 'x', oneVariant);
    expect(countChosen(second, 'variant', countOf)).toBe(1);
    expect(isVariantChosen(second.get('tea'), 'x')).toBe(true);
    expect(toggleVariant(second, tea, 'x', oneVariant).size).toBe(0);
  });

  it('counts the variants of whole products', () => {
    const chosen = toggleProduct(toggleProduct(nothing, coffee, manyVariants), tea, manyVariants);
    expect(countChosen(chosen, 'variant', countOf)).toBe(4);
  });

  it('keeps to the limit', () => {
    expect(hasRoom(2, { resource: 'product', limit: 3 })).toBe(true);
    expect(hasRoom(3, { resource: 'product', limit: 3 })).toBe(false);
    expect(hasRoom(1, one)).toBe(true);
  });

  it('agrees with a plain set of variants, whatever is pressed', () => {
    const products = [
      { id: 'p0', variantsCount: 1 },
      { id: 'p1', variantsCount: 2 },
      { id: 'p2', variantsCount: 4 },
    ];
    const variantsOf = (product: (typeof products)[number]) =>
      Array.from({ length: product.variantsCount }, (_, index) => `${product.id}-${index}`);
    const press = fc.record({
      product: fc.constantFrom(...products),
      variant: fc.option(fc.nat({ max: 3 })),
    });
    fc.assert(
      fc.property(fc.array(press, { maxLength: 30 }), (presses) => {
        let selection: Selection = nothing;
        const plain = new Set<string>();
        for (const { product, variant } of presses) {
          const ids = variantsOf(product);
          const id = variant === null ? undefined : ids[variant % ids.length];
          if (id === undefined) {
            const whole = ids.every((each) => plain.has(each));
            for (const each of ids) whole ? plain.delete(each) : plain.add(each);
            selection = toggleProduct(selection, product, many);
          } else {
            if (!plain.delete(id)) plain.add(id);
            selection = toggleVariant(selection, product, id, many);
          }
        }
        for (const product of products) {
          const choice = selection.get(product.id);
          const ids = variantsOf(product);
          const chosen = ids.filter((id) => plain.has(id));
          expect(ids.filter((id) => isVariantChosen(choice, id))).toEqual(chosen);
          expect(chosenVariantsCount(choice, product.variantsCount)).toBe(chosen.length);
          expect(selection.has(product.id)).toBe(chosen.length > 0);
        }
      }),
    );
  });
});
