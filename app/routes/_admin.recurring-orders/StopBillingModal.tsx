import { Text } from '@shopify/polaris';
import { RequestModal } from '../../forms/RequestModal.tsx';
import { useResourceRequest } from '../../requests/use-resource.ts';
import { useRevalidateScreen } from '../../requests/use-revalidate-screen.ts';
import { billingRequests } from './billing-requests.ts';

type Props = { onStopped: () => void; onClose: () => void };

/** Explains what stopping means before billing stops. Mount it only while it's open. */
export function StopBillingModal({ onStopped, onClose }: Props) {
  const { ask, isAsking, failure } = useResourceRequest();
  const reloadScreen = useRevalidateScreen();

  async function stop() {
    const outcome = await ask(billingRequests.change('stop'));
    if (outcome.failure === undefined) onStopped();
    // Billing may have stopped although the answer was lost.
    else reloadScreen();
  }

  return (
    <RequestModal
      size="small"
      title="Stop billing?"
      confirm="Stop billing"
      isDestructive
      {...{ isAsking, failure, onClose }}
      onConfirm={() => void stop()}
    >
      <Text as="p">
        No recurring order is charged until you start billing again. Charges already under way may
        still go through.
      </Text>
      <Text as="p">
        Your customers keep their subscriptions. Before you start again, you’ll see what is charged
        then.
      </Text>
    </RequestModal>
  );
}
