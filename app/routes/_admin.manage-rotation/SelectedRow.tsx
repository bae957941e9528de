import { Button } from '@shopify/polaris';
import { MinusIcon } from '@shopify/polaris-icons';
import { type CSSProperties, memo, type ReactNode } from 'react';
import type { RotationProduct } from '#contract/rotation.ts';
import { ProductRow } from './ProductRow.tsx';
import { titleOf } from './product-words.ts';

export type SelectedListProps = {
  products: readonly RotationProduct[];
  synced: ReadonlySet<string>;
  onMoved: (from: number, to: number) => void;
  /** The place of a dragged product if it were dropped now; null if it would stay. */
  onDragged: (over: { from: number; to: number } | null) => void;
  onRemove: (id: string) => void;
};

export const plainList: CSSProperties = { listStyle: 'none', margin: 0, padding: 0 };

/** The id of the button that takes a product out, for the focus. */
export function removeButtonId(id: string): string {
  return `remove-${id}`;
}

type Props = {
  product: RotationProduct;
  isFirst: boolean;
  isSynced: boolean;
  isLifted?: boolean;
  onRemove: (id: string) => void;
  handle?: (picture: ReactNode) => ReactNode;
};

export function SelectedRow({ onRemove, ...row }: Props) {
  return (
    <ProductRow {...row} button={<RemoveButton product={row.product} onRemove={onRemove} />} />
  );
}

const RemoveButton = memo(function RemoveButton({
  product,
  onRemove,
}: Pick<Props, 'product' | 'onRemove'>) {
  return (
    <Button
      id={removeButtonId(product.original_id)}
      icon={MinusIcon}
      accessibilityLabel={`Remove ${titleOf(product)}`}
      onClick={() => onRemove(product.original_id)}
    />
  );
});
