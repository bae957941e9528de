import { BlockStack, Text } from '@shopify/polaris';
import { useCallback } from 'react';
import { useToast } from '../../bridge/toast.tsx';
import { FormModal } from '../../forms/FormModal.tsx';
import { SubmissionForm } from '../../forms/SubmissionForm.tsx';
import { useFormSubmission } from '../../forms/use-form-submission.ts';

/** Asks before ShipStation is disconnected, and says what stops with it. */
export function DisconnectModal({ onClose }: { onClose: () => void }) {
  const submission = useFormSubmission();
  const showToast = useToast();
  const disconnected = useCallback(() => {
    onClose();
    showToast('ShipStation disconnected');
  }, [onClose, showToast]);
  return (
    <FormModal
      submission={submission}
      title="Disconnect ShipStation?"
      size="small"
      submit={{ content: 'Disconnect', busy: 'Disconnecting...', destructive: true }}
      onSaved={disconnected}
      onClose={onClose}
    >
      <SubmissionForm submission={submission} intent="disconnect">
        <BlockStack gap="200">
          <Text as="p">Order Sync stops sending orders until you connect ShipStation again.</Text>
          <Text as="p">
            Orders already in ShipStation stay there. We delete your key and secret.
          </Text>
        </BlockStack>
      </SubmissionForm>
    </FormModal>
  );
}
