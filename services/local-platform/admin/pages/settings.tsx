import { BlockStack, Card, Page, Text } from '@shopify/polaris';
import { useEffect } from 'react';
import { AdminLink } from '../router/router.tsx';
import { useStore, useStorePath } from '../shell/store-context.tsx';

export default function SettingsPage() {
  const { name, shop } = useStore();
  const path = useStorePath();
  useEffect(() => {
    document.title = `${name} · Settings`;
  }, [name]);
  return (
    <Page title="Settings">
      <BlockStack gap="400">
        <Card>
          <BlockStack gap="200">
            <Text as="h2" variant="headingSm">
              Store details
            </Text>
            <Text as="p">{name}</Text>
            <Text as="p" tone="subdued">
              {shop}
            </Text>
          </BlockStack>
        </Card>
        <Card>
          <BlockStack gap="200">
            <Text as="h2" variant="headingSm">
              Shipping and delivery
            </Text>
            <Text as="p" tone="subdued">
              Which products ship by which profile.
            </Text>
            <AdminLink className="List-link" url={path('/settings/shipping')}>
              Delivery profiles
            </AdminLink>
          </BlockStack>
        </Card>
      </BlockStack>
    </Page>
  );
}
