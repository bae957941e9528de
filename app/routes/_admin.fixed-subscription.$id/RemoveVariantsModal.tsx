import { Text } from '@shopify/polaris';
import { formatCount } from '#contract/format.ts';
import { ConfirmModal } from '../../forms/ConfirmModal.tsx';

type Props = {
  /** How many are chosen; null where all are, on every page. */
  count: number | null;
  /** Whether the list is searched, so that "all" are those that match. */
  searched: boolean;
  onClose: () => void;
  onConfirm: () => void;
};

/** Asks before variants are removed. */
export function RemoveVariantsModal({ count, searched, onClose, onConfirm }: Props) {
  const chosen =
    count !== null
      ? formatCount(count, 'variant')
      : searched
        ? 'All variants that match your search'
        : 'All variants of this group';
  return (
    <ConfirmModal title="Remove variants?" confirm="Remove" onConfirm={onConfirm} onClose={onClose}>
      <Text as="p">
        {`${chosen} will be removed from this group. Customers can no longer subscribe to ${
          count === 1 ? 'it' : 'them'
        } with its plans.`}
      </Text>
    </ConfirmModal>
  );
}
