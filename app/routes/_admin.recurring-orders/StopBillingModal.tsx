import { Banner, BlockStack, Modal, Text } from '@shopify/polaris';
import { useDoubleClickGuard } from '../../forms/use-double-click-guard.ts';
import { useFocusReturn } from '../../forms/use-focus-return.ts';
import { useResourceRequest } from '../../requests/use-resource.ts';
import { useRevalidateScreen } from '../../requests/use-revalidate-screen.ts';
import { billingRequests } from './billing-requests.ts';

type Props = { onStopped: () => void; onClose: () => void };

/** Explains what stopping means before billing stops. Mount it only while it's open. */
export function StopBillingModal({ onStopped, onClose }: Props) {
  const { ask, isAsking, failure } = useResourceRequest();
  const reloadScreen = useRevalidateScreen();
  const isClickable = useDoubleClickGuard(true);
  useFocusReturn();

  async function stop() {
    if (isAsking) return;
    const outcome = await ask(billingRequests.change('stop'));
    if (outcome.failure === undefined) onStopped();
    // Billing may have stopped although the answer was lost.
    else reloadScreen();
  }

  return (
    <Modal
      open
      size="small"
      title="Stop billing?"
      onClose={isAsking ? () => undefined : onClose}
      primaryAction={{
        content: 'Stop billing',
        destructive: true,
        loading: isAsking,
        disabled: isAsking || !isClickable,
        onAction: () => void stop(),
      }}
      secondaryActions={[{ content: 'Cancel', disabled: isAsking, onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="300">
          {failure === undefined ? null : <Banner tone="critical" title={failure.message} />}
          <Text as="p">
            No recurring order is charged until you start billing again. Charges already under way
            may still go through.
          </Text>
          <Text as="p">
            Your customers keep their subscriptions. Before you start again, you’ll see what is
            charged then.
          </Text>
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}
