import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkState,
  firstSelection,
  type Selection,
  toggleProduct,
  toggleVariant,
  withFound,
} from './selection.ts';

const product = (id: string, ...variants: string[]) => ({
  id,
  variants: variants.map((variant) => ({ id: variant })),
});
const coffee = product('coffee', 'a', 'b', 'c');
const tea = product('tea', 'x');
const nothing: Selection = new Map();

describe('what the app chose before', () => {
  it('takes a product without variants as the whole product, once it is found', () => {
    const asked = [{ id: 'coffee' }, { id: 'tea', variants: [] }];
    const selection = withFound(firstSelection(asked), asked, [coffee, tea]);
    expect(checkState(selection.get('coffee'), coffee)).toBe('checked');
    expect(checkState(selection.get('tea'), tea)).toBe('checked');
  });

  it('takes a product with some variants as a part of it', () => {
    const selection = firstSelection([{ id: 'coffee', variants: [{ id: 'a' }] }]);
    expect(checkState(selection.get('coffee'), coffee)).toBe('partial');
    expect(selection.get('coffee')).toEqual(new Set(['a']));
  });

  it('forgets what was deleted, and keeps what the merchant chose meanwhile', () => {
    const asked = [{ id: 'gone', variants: [{ id: 'z' }] }];
    const meanwhile = toggleProduct(firstSelection(asked), tea);
    expect([...withFound(meanwhile, asked, []).keys()]).toEqual(['tea']);
  });
});

describe('choosing products', () => {
  it('completes a product that was chosen in part', () => {
    const part = toggleVariant(nothing, 'coffee', 'a');
    expect(checkState(toggleProduct(part, coffee).get('coffee'), coffee)).toBe('checked');
  });

  it('agrees with a plain set of variants, whatever is pressed', () => {
    const products = [tea, product('p1', 'd', 'e'), product('p2', 'f', 'g', 'h', 'i')];
    const press = fc.record({
      product: fc.constantFrom(...products),
      variant: fc.option(fc.nat({ max: 3 })),
    });
    fc.assert(
      fc.property(fc.array(press, { maxLength: 30 }), (presses) => {
        let selection: Selection = nothing;
        const plain = new Set<string>();
        for (const { product: pressed, variant } of presses) {
          const ids = pressed.variants.map(({ id }) => id);
          const id = variant === null ? undefined : ids[variant % ids.length];
          if (id === undefined) {
            const whole = ids.every((each) => plain.has(each));
            for (const each of ids) whole ? plain.delete(each) : plain.add(each);
            selection = toggleProduct(selection, pressed);
          } else {
            if (!plain.delete(id)) plain.add(id);
            selection = toggleVariant(selection, pressed.id, id);
          }
        }
        for (const { id, variants } of products) {
          const chosen = variants.map((variant) => variant.id).filter((each) => plain.has(each));
          expect([...(selection.get(id) ?? [])].sort()).toEqual(chosen);
          expect(selection.has(id)).toBe(chosen.length > 0);
        }
      }),
    );
  });
});
