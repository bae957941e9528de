import { Banner, Button, InlineStack } from '@shopify/polaris';
import { useAdminScreen } from '../../bridge/use-admin-screen.ts';
import { MessagePage } from '../../components/MessagePage.tsx';

/** Where the address names no product, or one that the store does not have. */
export function NoProduct() {
  const adminScreen = useAdminScreen();
  return (
    <MessagePage
      title="Choose a product first"
      text="We couldn’t find this product in your store. Open one from Products, then choose Manage rotation under More actions."
    >
      {adminScreen.failure ? <Banner tone="critical" title={adminScreen.failure} /> : null}
      <InlineStack>
        <Button onClick={() => adminScreen.open('/products')}>Open products</Button>
      </InlineStack>
    </MessagePage>
  );
}
