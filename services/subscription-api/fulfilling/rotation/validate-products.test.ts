import { expect, it } from 'vitest';
import type { RotationProduct } from '#contract/rotation.ts';
import { rotationTexts } from '#contract/rotation-texts.ts';
import { assertProductsFit } from './validate-products.ts';

const productOf = (id: string, change: Partial<RotationProduct> = {}): RotationProduct => ({
  original_id: id,
  title: `Coffee ${id}`,
  status: 'active',
  imageUrl: null,
  stock: null,
  createdAt: null,
  roastLevel: null,
  ...change,
});
const product = productOf('1');

it.each<[RotationProduct, string]>([
  [productOf('2', { status: 'deleted', title: null }), rotationTexts.notThere('2')],
  [product, rotationTexts.itself('Coffee 1')],
  [productOf('2', { status: 'archived' }), rotationTexts.archived('Coffee 2')],
  [productOf('2', { status: 'rotating' }), rotationTexts.rotating('Coffee 2')],
  [productOf('2', { status: 'unavailable' }), rotationTexts.notActive('Coffee 2')],
])('refuses %j, and says why', (unfit, reason) => {
  const refusal = expect.objectContaining({
    kind: 'invalid fields',
    envelope: { message: reason, fieldErrors: { 'products[1]': [reason] } },
  });
  expect(() => assertProductsFit({ product, products: [productOf('3'), unfit] })).toThrow(refusal);
});

it('takes what is active, also for a product that rotates or is archived itself', () => {
  const products = [productOf('2'), productOf('3')];
  for (const status of ['active', 'rotating', 'archived'] as const) {
    expect(() =>
      assertProductsFit({ product: productOf('1', { status }), products }),
    ).not.toThrow();
  }
  expect(() => assertProductsFit({ product, products: [] })).not.toThrow();
});
