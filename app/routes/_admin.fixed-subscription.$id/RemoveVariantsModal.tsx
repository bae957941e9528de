import { Modal, Text } from '@shopify/polaris';
import { countInWords } from '#contract/plan-words.ts';

type Props = {
  /** How many are chosen; null where all are, on every page. */
  count: number | null;
  /** Whether the list is searched, so that "all" are those that match. */
  searched: boolean;
  onCancel: () => void;
  onConfirm: () => void;
};

/** Asks before variants are removed. */
export function RemoveVariantsModal({ count, searched, onCancel, onConfirm }: Props) {
  const chosen =
    count !== null
      ? countInWords(count, 'variant')
      : searched
        ? 'All variants that match your search'
        : 'All variants of this group';
  return (
    <Modal
      open
      size="small"
      title="Remove variants?"
      onClose={onCancel}
      primaryAction={{ content: 'Remove', destructive: true, onAction: onConfirm }}
      secondaryActions={[{ content: 'Cancel', onAction: onCancel }]}
    >
      <Modal.Section>
        <Text as="p">
          {`${chosen} will be removed from this group. Customers can no longer subscribe to ${
            count === 1 ? 'it' : 'them'
          } with its plans.`}
        </Text>
      </Modal.Section>
    </Modal>
  );
}
