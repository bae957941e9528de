import { Text } from '@shopify/polaris';
import { ConfirmModal } from '../../forms/ConfirmModal.tsx';

type Props = { onConfirm: () => void; onClose: () => void };

export function RemoveLogoModal(props: Props) {
  return (
    <ConfirmModal title="Remove your logo?" confirm="Remove logo" {...props}>
      <Text as="p">
        It no longer appears in the emails your customers get. The image stays in your store’s
        files.
      </Text>
    </ConfirmModal>
  );
}
