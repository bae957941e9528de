import { Banner, BlockStack, Button, InlineStack, List, Text } from '@shopify/polaris';
import type { RotationOnScreen } from './use-rotation.ts';

/** Why the rotation could not be loaded. */
export function NotLoaded({ reason, onRetry }: { reason: string; onRetry: () => void }) {
  return (
    <Banner
      tone="critical"
      title="The saved order could not be loaded"
      action={{ content: 'Try again', onAction: onRetry }}
    >
      <p>{reason}</p>
      <p>The list of selected products starts empty. Saving it replaces the order that is saved.</p>
    </Banner>
  );
}

/** Why the last save came to nothing, for as long as that is so. */
export function NotSaved({ rotation }: { rotation: RotationOnScreen }) {
  const { failure, show, overwrite, dismissFailure } = rotation;
  if (failure === undefined) return null;
  const { messages, latest } = failure;
  return (
    <Banner tone="critical" title="The rotation was not saved" onDismiss={dismissFailure}>
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
          <InlineStack gap="200">
            <Button onClick={() => show(latest)}>Discard my changes and show the latest</Button>
            <Button onClick={() => overwrite(latest)}>Overwrite with my order</Button>
          </InlineStack>
        )}
      </BlockStack>
    </Banner>
  );
}

/** That some of the products can't go out any more. */
export function LeftOut({ count }: { count: number }) {
  if (count === 0) return null;
  const products = count === 1 ? '1 product' : `${count} products`;
  return (
    <Banner tone="warning" title={`${products} can’t go out in this rotation any more`}>
      What is archived, deleted, not active or has a rotation of its own is left out of the rotation
      when you save it.
    </Banner>
  );
}
