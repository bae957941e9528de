import { Banner, BlockStack, Button, InlineStack, List, Text } from '@shopify/polaris';
import { useState } from 'react';
import { useAdmin } from '../../bridge/admin.ts';
import { useResource } from '../../resource-routes/use-resource.ts';

/** "read_customer_payment_methods" is "Read customer payment methods". */
function permissionInWords(scope: string): string {
  const words = scope.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What the store has yet to grant, and the way out to where it does. */
export function RequestedPermissions() {
  const connect = useAdmin();
  const [isRedirecting, setRedirecting] = useState(false);
  const { answer, failure, reload } = useResource({
    path: '/requested-scope',
    answer: async () => (await import('#contract/requested-scope.ts')).requestedScopeSchema,
  });

  async function leave(url: string) {
    if (isRedirecting) return;
    setRedirecting(true);
    try {
      (await connect()).leaveFor(url);
    } catch {
      setRedirecting(false);
    }
  }

  if (failure !== undefined) {
    return (
      <Banner
        tone="critical"
        title="Your permissions could not be checked"
        action={{ content: 'Try again', onAction: reload }}
      >
        <p>{failure.message}</p>
      </Banner>
    );
  }
  if (answer === undefined) {
    return (
      <Text as="p" tone="subdued">
        Checking your permissions…
      </Text>
    );
  }
  const { scope, url } = answer;
  if (scope === '') return <Text as="p">Your application is up to date</Text>;
  return (
    <BlockStack gap="200">
      <Text as="h3" variant="headingSm">
        Required permissions
      </Text>
      <List>
        {scope.split(',').map((name) => (
          <List.Item key={name}>{permissionInWords(name)}</List.Item>
        ))}
      </List>
      <InlineStack>
        <Button variant="primary" onClick={() => void leave(url)}>
          {isRedirecting ? 'Redirecting' : 'Update'}
        </Button>
      </InlineStack>
    </BlockStack>
  );
}
