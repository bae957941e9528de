import { Banner, BlockStack, Button, InlineStack, List, Text } from '@shopify/polaris';
import { formatCount } from '#contract/format.ts';
import type { Rotation } from '#contract/rotation.ts';
import type { RotationPrice } from '#contract/rotation-texts.ts';
import { changesOf, type Order, type Products } from './order.ts';
import { titleOf } from './product-words.ts';
import { orderOf, type RotationOnScreen } from './use-rotation.ts';

/** Why the rotation could not be loaded. */
export function NotLoaded({ reason, onRetry }: { reason: string; onRetry: () => void }) {
  return (
    <Banner
      tone="critical"
      title="We couldn’t load the saved order"
      action={{ content: 'Try again', onAction: onRetry }}
    >
      <p>{reason}</p>
      <p>The list below starts empty. Saving it replaces the saved order.</p>
    </Banner>
  );
}

/** Why the last save came to nothing, for as long as that is so. */
export function NotSaved({ rotation }: { rotation: RotationOnScreen }) {
  const { failure, savedOrder, savedPrice, products, show, overwrite, dismissFailure } = rotation;
  if (failure === undefined) return null;
  const { messages, latest } = failure;
  return (
    <Banner tone="critical" title="The rotation wasn’t saved" onDismiss={dismissFailure}>
      <BlockStack gap="300">
        {messages.length > 1 ? (
          <List>
            {messages.map((message) => (
              <List.Item key={message}>{message}</List.Item>
            ))}
          </List>
        ) : (
          <Text as="p">{messages[0] ?? ''}</Text>
        )}
        {latest === undefined ? null : (
          <Text as="p">{savedMeanwhile(savedOrder, savedPrice, latest, products)}</Text>
        )}
        {latest === undefined ? null : (
          <InlineStack gap="200">
            <Button onClick={() => show(latest)}>Discard my changes and show the latest</Button>
            <Button onClick={() => overwrite(latest)}>Overwrite with my order</Button>
          </InlineStack>
        )}
      </BlockStack>
    </Banner>
  );
}

/** How many products a sentence names. */
const named = 3;

/** The changes of somebody else's save, such as "Changed since you opened it: Peru added; Kenya moved." */
function savedMeanwhile(
  before: Order,
  priceBefore: RotationPrice,
  latest: Rotation['payload'],
  known: Products,
): string {
  const products = new Map(known);
  for (const { product } of latest.products) products.set(product.original_id, product);
  const nameOf = (id: string) => {
    const product = products.get(id);
    return product === undefined ? `Product ${id}` : titleOf(product);
  };
  const parts = Object.entries(changesOf(before, orderOf(latest))).flatMap(([change, ids]) => {
    if (ids.length === 0) return [];
    const names = ids.slice(0, named).map(nameOf).join(', ');
    const more = ids.length > named ? ` and ${ids.length - named} more` : '';
    return `${names}${more} ${change}`;
  });
  if (latest.price !== priceBefore) parts.push('what customers pay changed');
  return parts.length === 0
    ? 'The saved order is the one you started with.'
    : `Changed since you opened it: ${parts.join('; ')}.`;
}

/** The warning that some products can't go out any more. */
export function LeftOut({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Banner
      tone="warning"
      title={`${formatCount(count, 'product')} can’t ship in this rotation anymore`}
    >
      Saving leaves out products that are archived, deleted, not active or have their own rotation.
    </Banner>
  );
}
