import type { RotationProduct } from '#contract/rotation.ts';
import { rotationTexts } from '#contract/rotation-texts.ts';
import { invalidFields } from '../../service-error.ts';

/** A product and those of its rotation as the store has them, and the store's time zone. */
export type ReadRotation = {
  product: RotationProduct;
  products: RotationProduct[];
  timeZone: string;
};

/**
 * Throws an error that names every product that can't be in the rotation.
 * @throws ServiceError `invalid fields`
 */
export function assertProductsFit({
  product: owner,
  products,
}: Pick<ReadRotation, 'product' | 'products'>): void {
  const fieldErrors = Object.fromEntries(
    products.flatMap((product, index) => {
      const reason = refusalOf(product, owner);
      return reason === undefined ? [] : [[`products[${index}]`, [reason]]];
    }),
  );
  if (Object.keys(fieldErrors).length > 0) throw invalidFields(fieldErrors);
}

function refusalOf(product: RotationProduct, owner: RotationProduct): string | undefined {
  const { original_id: id, title, status } = product;
  if (title === null) return rotationTexts.notThere(id);
  if (id === owner.original_id) return rotationTexts.itself(title);
  if (status === 'archived') return rotationTexts.archived(title);
  if (status === 'rotating') return rotationTexts.rotating(title);
  return status === 'active' ? undefined : rotationTexts.notActive(title);
}
