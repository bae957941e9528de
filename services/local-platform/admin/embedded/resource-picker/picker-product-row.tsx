import { Badge, Button, Text, Thumbnail } from '@shopify/polaris';
import { ImageIcon } from '@shopify/polaris-icons';
import { memo, type ReactNode, useState } from 'react';
import { formatMoney, statusWord } from '../../display/formats.ts';
import type { PickerProduct, PickerVariant } from './products.ts';
import { type Choice, checkState, isVariantChosen } from './selection.ts';

type Props = {
  product: PickerProduct;
  choice: Choice | undefined;
  currency: string;
  showVariants: boolean;
  /** Whether only one product, or one variant, may be chosen. */
  single: 'product' | 'variant' | null;
  /** Whether one more may be chosen. */
  room: boolean;
  onToggleProduct: (product: PickerProduct) => void;
  onToggleVariant: (product: PickerProduct, variantId: string) => void;
  onLoadVariants: (product: PickerProduct) => Promise<void>;
};

/** A product in the picker with its variants below. Draws anew only when its own choice changes. */
export const PickerProductRow = memo(function PickerProductRow(props: Props) {
  const { product, choice, currency, showVariants, single, room } = props;
  const [loading, setLoading] = useState(false);
  const [failed, setFailed] = useState(false);
  const state = checkState(choice, product);
  const variantsShown = showVariants && !product.hasOnlyDefaultVariant;
  const wholeOnly = single === 'variant' && variantsShown;
  const [firstVariant] = product.variants;
  const hidden = product.variantsCount - product.variants.length;

  const showRest = async () => {
    setLoading(true);
    setFailed(false);
    try {
      await props.onLoadVariants(product);
    } catch {
      setFailed(true);
    } finally {
      setLoading(false);
    }
  };

  const heading = (
    <span className="Picker-product">
      <Thumbnail size="small" alt="" source={product.featuredImage?.originalSrc ?? ImageIcon} />
      <span className="Picker-title">{product.title}</span>
      {product.status !== 'ACTIVE' && <Badge>{statusWord(product.status)}</Badge>}
      {!variantsShown && firstVariant !== undefined && (
        <span className="Picker-price">{formatMoney(firstVariant.price, currency)}</span>
      )}
    </span>
  );
  const toggleWhole = () => {
    const only = single === 'variant' ? product.variants[0] : undefined;
    if (only !== undefined) props.onToggleVariant(product, only.id);
    else props.onToggleProduct(product);
  };

  return (
    <li className="Picker-row">
      {wholeOnly ? (
        <div className="Picker-heading">{heading}</div>
      ) : (
        <Pick
          id={`product-${product.id}`}
          label={heading}
          state={state}
          one={single !== null}
          disabled={state === 'unchecked' && !room}
          onChange={toggleWhole}
        />
      )}
      {variantsShown && (
        <ul className="Picker-variants" aria-label={`Variants of ${product.title}`}>
          {product.variants.map((variant) => (
            <li key={variant.id} className="Picker-variant">
              <Pick
                id={`variant-${variant.id}`}
                label={<VariantLabel variant={variant} currency={currency} />}
                state={isVariantChosen(choice, variant.id) ? 'checked' : 'unchecked'}
                one={single === 'variant'}
                disabled={!room && (single === 'variant' || state === 'unchecked')}
                onChange={() => props.onToggleVariant(product, variant.id)}
              />
            </li>
          ))}
          {hidden > 0 && (
            <li className="Picker-variant Picker-rest">
              <Button
                variant="plain"
                loading={loading}
                onClick={showRest}
                accessibilityLabel={`Show ${hidden} more variants of ${product.title}`}
              >
                {`Show ${hidden} more variants`}
              </Button>
              {failed && (
                <Text as="span" tone="critical">
                  They couldn’t be loaded.
                </Text>
              )}
            </li>
          )}
        </ul>
      )}
    </li>
  );
});

function VariantLabel({ variant, currency }: { variant: PickerVariant; currency: string }) {
  const { title, sku, inventoryQuantity, price } = variant;
  return (
    <span className="Picker-product">
      <span className="Picker-title">
        {/* The space is for those who hear the two. */}
        {`${title} `}
        {sku !== null && sku !== '' && <span className="Picker-sku">{sku}</span>}
      </span>
      {inventoryQuantity !== null && (
        <span className="Picker-stock">{`${inventoryQuantity} available`}</span>
      )}
      <span className="Picker-price">{formatMoney(price, currency)}</span>
    </span>
  );
}

type PickProps = {
  id: string;
  label: ReactNode;
  state: 'unchecked' | 'partial' | 'checked';
  one: boolean;
  disabled: boolean;
  onChange: () => void;
};

/** A native control: Polaris's checkbox says "partly chosen" in a way that assistive technology may not hear. */
function Pick({ id, label, state, one, disabled, onChange }: PickProps) {
  return (
    <label className="Picker-choice" htmlFor={id}>
      <input
        id={id}
        type={one ? 'radio' : 'checkbox'}
        name={one ? 'picked' : undefined}
        checked={one ? state !== 'unchecked' : state === 'checked'}
        disabled={disabled}
        onChange={onChange}
        ref={(box) => {
          if (box !== null) box.indeterminate = !one && state === 'partial';
        }}
      />
      {label}
    </label>
  );
}
