import { Text } from '@shopify/polaris';
import { ConfirmModal } from '../../forms/ConfirmModal.tsx';

type Props = { onClose: () => void; onDiscard: () => void };

/** Asks before typed keys are lost. */
export function DiscardModal({ onClose, onDiscard }: Props) {
  return (
    <ConfirmModal
      title="Discard unsaved changes?"
      confirm="Discard changes"
      onConfirm={onDiscard}
      onClose={onClose}
    >
      <Text as="p">The key and secret you typed will be lost.</Text>
    </ConfirmModal>
  );
}
