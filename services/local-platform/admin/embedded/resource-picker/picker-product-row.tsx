import { Badge, Thumbnail } from '@shopify/polaris';
import { ImageIcon } from '@shopify/polaris-icons';
import { memo, type ReactNode } from 'react';
import { formatPrice, formatStatus } from '#contract/format.ts';
import type { PickerProduct, PickerVariant } from './products.ts';
import { checkState } from './selection.ts';

type Props = {
  product: PickerProduct;
  chosen: ReadonlySet<string> | undefined;
  currency: string;
  onToggleProduct: (product: PickerProduct) => void;
  onToggleVariant: (product: PickerProduct, variantId: string) => void;
};

/** A product in the picker with its variants below. Memoised, so that it renders only when its own choice changes. */
export const PickerProductRow = memo(function PickerProductRow(props: Props) {
  const { product, chosen, currency, onToggleProduct, onToggleVariant } = props;
  const { id, title, status, featuredImage, hasOnlyDefaultVariant, variants } = product;
  const [firstVariant] = variants;
  return (
    <li className="Picker-row">
      <Pick
        id={`product-${id}`}
        state={checkState(chosen, product)}
        onChange={() => onToggleProduct(product)}
      >
        <Thumbnail size="small" alt="" source={featuredImage?.originalSrc ?? ImageIcon} />
        <span className="Picker-title">{title}</span>
        {status !== 'ACTIVE' && <Badge>{formatStatus(status)}</Badge>}
        {hasOnlyDefaultVariant && firstVariant !== undefined && (
          <span className="Picker-price">{formatPrice(firstVariant.price, currency)}</span>
        )}
      </Pick>
      {!hasOnlyDefaultVariant && (
        <ul className="Picker-variants" aria-label={`Variants of ${title}`}>
          {variants.map((variant) => (
            <li key={variant.id} className="Picker-variant">
              <Pick
                id={`variant-${variant.id}`}
                state={chosen?.has(variant.id) ? 'checked' : 'unchecked'}
                onChange={() => onToggleVariant(product, variant.id)}
              >
                <VariantLabel variant={variant} currency={currency} />
              </Pick>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
});

function VariantLabel({ variant, currency }: { variant: PickerVariant; currency: string }) {
  const { title, sku, inventoryQuantity, price } = variant;
  return (
    <>
      <span className="Picker-title">
        {/* The space separates the two for screen readers. */}
        {`${title} `}
        {sku !== null && sku !== '' && <span className="Picker-sku">{sku}</span>}
      </span>
      {inventoryQuantity !== null && (
        <span className="Picker-stock">{`${inventoryQuantity} available`}</span>
      )}
      <span className="Picker-price">{formatPrice(price, currency)}</span>
    </>
  );
}

type PickProps = {
  id: string;
  state: 'unchecked' | 'partial' | 'checked';
  onChange: () => void;
  children: ReactNode;
};

/** A native checkbox, because assistive technology may miss the "partly chosen" state of Polaris's. */
function Pick({ id, state, onChange, children }: PickProps) {
  return (
    <label className="Picker-choice" htmlFor={id}>
      <input
        id={id}
        type="checkbox"
        checked={state === 'checked'}
        onChange={onChange}
        ref={(box) => {
          if (box !== null) box.indeterminate = state === 'partial';
        }}
      />
      <span className="Picker-product">{children}</span>
    </label>
  );
}
