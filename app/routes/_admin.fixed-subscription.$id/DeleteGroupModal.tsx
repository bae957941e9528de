import { Text } from '@shopify/polaris';
import { countInWords } from '#contract/plan-words.ts';
import type { SellingPlanGroup } from '#contract/selling-plan-group.ts';
import { ConfirmModal } from '../../forms/ConfirmModal.tsx';

type Props = { group: SellingPlanGroup; onClose: () => void; onConfirm: () => void };

/** Asks before a group is deleted, and says what goes with it. */
export function DeleteGroupModal({ group, onClose, onConfirm }: Props) {
  const variants = group.productVariantsCount.count;
  return (
    <ConfirmModal
      title="Delete selling plan group?"
      confirm="Delete"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Text as="p" breakWord>
        {`Customers can no longer subscribe with “${group.name}”. ${
          variants === 0
            ? 'It has no variants.'
            : `Its ${countInWords(variants, 'variant')} ${variants === 1 ? 'stays' : 'stay'} in your store.`
        }`}
      </Text>
    </ConfirmModal>
  );
}
