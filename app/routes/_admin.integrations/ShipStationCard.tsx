import { Badge, BlockStack, Button, Card, InlineStack, Text } from '@shopify/polaris';
import { formatInstant } from '#contract/format.ts';
import type { Integration } from '#contract/integration.ts';
import { WrappingText } from '../../components/WrappingText.tsx';
import { ShipStationForm } from './ShipStationForm.tsx';

type Props = {
  integration: Integration | undefined;
  /** The store's. */
  timeZone: string;
  asksBeforeLeaving: boolean;
  onDisconnect: () => void;
};

/** The connected ShipStation account, and the form that connects one. */
export function ShipStationCard({ integration, timeZone, asksBeforeLeaving, onDisconnect }: Props) {
  return (
    <Card>
      <BlockStack gap="400">
        <InlineStack gap="200" blockAlign="center">
          <Text as="h2" variant="headingMd">
            ShipStation
          </Text>
          {integration === undefined ? (
            <Badge>Not connected</Badge>
          ) : integration.areKeysReadable ? (
            <Badge tone="success">Connected</Badge>
          ) : (
            <Badge tone="critical">Keys missing</Badge>
          )}
        </InlineStack>
        <Text as="p" tone="subdued">
          Send your orders to ShipStation with Order Sync, then buy and print labels there. Find
          both keys in ShipStation under Settings, Account, API Settings.
        </Text>
        {integration ? (
          <Account integration={integration} timeZone={timeZone} onDisconnect={onDisconnect} />
        ) : null}
        <ShipStationForm
          hasAccount={integration !== undefined}
          isConnected={integration?.areKeysReadable === true}
          asksBeforeLeaving={asksBeforeLeaving}
        />
      </BlockStack>
    </Card>
  );
}

function Account({
  integration: { accountName, areKeysReadable, connectedAt, lastCheckedAt },
  timeZone,
  onDisconnect,
}: Pick<Props, 'timeZone' | 'onDisconnect'> & { integration: Integration }) {
  const inStoreTime = (time: string) => formatInstant(timeZone, time);
  return (
    <Card background="bg-surface-secondary">
      <InlineStack gap="400" align="space-between" blockAlign="center">
        <BlockStack gap="100">
          <Text as="h3" variant="headingSm">
            <WrappingText>{accountName}</WrappingText>
          </Text>
          <Text as="p" tone="subdued">
            {`Connected ${inStoreTime(connectedAt)}`}
          </Text>
          {areKeysReadable ? (
            <Text as="p" tone="subdued">
              {`Keys last checked ${inStoreTime(lastCheckedAt)}`}
            </Text>
          ) : (
            <Text as="p" tone="critical">
              We can’t read your keys anymore, so no orders are sent. Please enter them again.
            </Text>
          )}
        </BlockStack>
        <Button tone="critical" accessibilityLabel="Disconnect ShipStation" onClick={onDisconnect}>
          Disconnect
        </Button>
      </InlineStack>
    </Card>
  );
}
