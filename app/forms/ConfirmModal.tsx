import { Modal } from '@shopify/polaris';
import type { ReactNode } from 'react';
import { useDoubleClickGuard } from './use-double-click-guard.ts';
import { useFocusReturn } from './use-focus-return.ts';

type Props = {
  title: string;
  /** What the merchant is asked to confirm, on its button. */
  confirm: string;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** Asks before something is taken away. */
export function ConfirmModal({ title, confirm, onConfirm, onClose, children }: Props) {
  const isClickable = useDoubleClickGuard(true);
  useFocusReturn();
  return (
    <Modal
      open
      size="small"
      title={title}
      onClose={onClose}
      primaryAction={{
        content: confirm,
        destructive: true,
        disabled: !isClickable,
        onAction: onConfirm,
      }}
      secondaryActions={[{ content: 'Cancel', onAction: onClose }]}
    >
      <Modal.Section>{children}</Modal.Section>
    </Modal>
  );
}
