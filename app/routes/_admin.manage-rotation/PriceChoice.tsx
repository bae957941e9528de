import { Card, ChoiceList } from '@shopify/polaris';
import { rotationPrices } from '#contract/rotation-texts.ts';
import type { RotationOnScreen } from './use-rotation.ts';

const words = {
  customer: {
    label: 'The price of their subscription',
    helpText: 'Every product costs what your customer agreed to at the checkout.',
  },
  product: {
    label: 'The product’s own price',
    helpText:
      'With the discount of your customer’s plan. A price that you’ve set for a customer stays.',
  },
} as const;

/** The choice of a rotated order's price. */
export function PriceChoice({
  rotation: { price, setPrice },
}: {
  rotation: Pick<RotationOnScreen, 'price' | 'setPrice'>;
}) {
  return (
    <Card>
      <ChoiceList
        title="What customers pay"
        choices={rotationPrices.map((value) => ({ value, ...words[value] }))}
        selected={[price]}
        onChange={([chosen]) => {
          const known = rotationPrices.find((value) => value === chosen);
          if (known !== undefined) setPrice(known);
        }}
      />
    </Card>
  );
}
