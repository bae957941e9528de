import { Banner, BlockStack, Button, Card, InlineStack, Page, Text } from '@shopify/polaris';
import { useState } from 'react';
import { formatNumber } from '#contract/format.ts';
import { ordersPerRun } from '#contract/limits.ts';
import { orderSyncTexts } from '#contract/order-sync-texts.ts';
import { useAdminScreen } from '../../bridge/use-admin-screen.ts';
import { MessagePage } from '../../components/MessagePage.tsx';
import { createIdempotentSender } from '../../requests/idempotent-sender.ts';
import { useNavigateWhileShown } from '../../requests/use-navigate-while-shown.ts';
import { useResourceRequest } from '../../requests/use-resource.ts';
import { syncRequests } from './sync-requests.ts';

/** Shown if the merchant has switched the sync off. */
export function DisabledSync() {
  return (
    <MessagePage title={orderSyncTexts.disabled}>
      <InlineStack>
        <Button url="/">Manage features</Button>
      </InlineStack>
    </MessagePage>
  );
}

type Choice = { isConnected: boolean; failure?: string | undefined };

/** Shown if the address names no orders or an old sync, with ways to start one. `failure` says why the address doesn't work. */
export function ChooseOrders({ isConnected, failure }: Choice) {
  const adminScreen = useAdminScreen();
  const navigate = useNavigateWhileShown();
  const { ask, isAsking, failure: refusal } = useResourceRequest();
  // Not kept when the screen goes: a merchant who comes back wants the orders of that time.
  const [once] = useState(createIdempotentSender);
  const startWithUnfulfilled = async () => {
    const { answer } = await once('unfulfilled', (key) =>
      ask(syncRequests.startWithUnfulfilled(key)),
    );
    if (answer !== undefined) navigate(`/order-sync?run=${answer.id}`);
  };
  const problem = refusal?.message ?? adminScreen.failure ?? failure;
  return (
    <Page title="Order sync" narrowWidth>
      <BlockStack gap="400">
        {problem === undefined ? null : <Banner tone="critical" title={problem} />}
        {isConnected ? null : (
          <Banner
            tone="warning"
            title="ShipStation isn’t connected"
            action={{ content: 'Open Integrations', url: '/integrations' }}
          >
            <p>Enter your API key and secret once, then send orders to ShipStation from here.</p>
          </Banner>
        )}
        <Card>
          <BlockStack gap="300">
            <Text as="h2" variant="headingMd">
              Send orders to ShipStation
            </Text>
            <Text as="p">
              Select orders in your store, then choose Sync with Cadence under More actions. Or send
              everything that’s ready to ship, up to {formatNumber(ordersPerRun)} orders.
            </Text>
            <Text as="p" tone="subdued">
              Sync as often as you like. Orders are updated in ShipStation, never duplicated.
            </Text>
            <InlineStack gap="200">
              <Button variant="primary" onClick={() => adminScreen.open('/orders')}>
                Open orders
              </Button>
              <Button onClick={startWithUnfulfilled} loading={isAsking} disabled={!isConnected}>
                Sync all unfulfilled orders
              </Button>
            </InlineStack>
          </BlockStack>
        </Card>
      </BlockStack>
    </Page>
  );
}
