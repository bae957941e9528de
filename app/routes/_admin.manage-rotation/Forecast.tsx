import { Badge, BlockStack, Box, Card, Text } from '@shopify/polaris';
import { formatDay } from '#contract/format.ts';
import { orderDates } from '../../selling-plan-group/order-dates.ts';
import { deliveries, type Order, type Products } from './order.ts';
import { stockInWords, titleOf } from './product-words.ts';
import { plainList } from './SelectedRow.tsx';

const shown = 8;
const grid = {
  ...plainList,
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(max(8.5rem, 22%), 1fr))',
  gap: 'var(--p-space-300)',
} as const;

type Props = {
  /** The products that can go out, in their order. */
  order: Order;
  products: Products;
  /** Null where the store's day is not known. */
  firstDay: string | null;
};

/** Which product goes out in each of the next deliveries of a weekly subscription. It keeps its height while products are dragged. */
export function Forecast({ order, products, firstDay }: Props) {
  const days = firstDay === null ? null : orderDates(firstDay, 'WEEK', 1, shown);
  const next = deliveries(order, shown);
  return (
    <Card>
      <BlockStack gap="300">
        <BlockStack gap="100">
          <Text as="h2" variant="headingMd">
            The next {shown} deliveries
          </Text>
          <Text as="p" tone="subdued">
            For a customer who subscribes today to weekly deliveries. What’s archived or sold out
            when its order is charged is passed over for the next in line.
          </Text>
        </BlockStack>
        {next.length === 0 ? (
          <Text as="p">Select a product to see what customers receive.</Text>
        ) : (
          <ol style={grid} aria-label={`The next ${shown} deliveries`}>
            {next.map((id, index) => {
              const product = products.get(id);
              if (product === undefined) return null;
              const day = days?.[index];
              const stock = stockInWords(product);
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: a place in the calendar, which keeps its key as products change
                <li key={index}>
                  <Box padding="200" background="bg-surface-secondary" borderRadius="200">
                    <Text as="p" variant="bodySm" tone="subdued">
                      {day === undefined ? `Delivery ${index + 1}` : formatDay(day, 'dayAndMonth')}
                    </Text>
                    <Text as="p" fontWeight="medium" truncate>
                      {titleOf(product)}
                    </Text>
                    <Box minHeight="20px">
                      {product.stock !== null && product.stock <= 0 ? (
                        <Badge tone="warning" size="small">
                          {stock}
                        </Badge>
                      ) : (
                        <Text as="p" variant="bodySm" tone="subdued">
                          {stock}
                        </Text>
                      )}
                    </Box>
                  </Box>
                </li>
              );
            })}
          </ol>
        )}
      </BlockStack>
    </Card>
  );
}
