import { Modal, Text } from '@shopify/polaris';
import { countInWords } from '#contract/plan-words.ts';
import type { SellingPlanGroup } from '#contract/selling-plan-group.ts';

type Props = { group: SellingPlanGroup; onCancel: () => void; onConfirm: () => void };

/** Asks before a group is deleted, and says what goes with it. */
export function DeleteGroupModal({ group, onCancel, onConfirm }: Props) {
  const variants = group.productVariantsCount.count;
  return (
    <Modal
      open
      size="small"
      title="Delete selling plan group?"
      onClose={onCancel}
      primaryAction={{ content: 'Delete', destructive: true, onAction: onConfirm }}
      secondaryActions={[{ content: 'Cancel', onAction: onCancel }]}
    >
      <Modal.Section>
        <Text as="p" breakWord>
          {`Customers can no longer subscribe with “${group.name}”. ${
            variants === 0
              ? 'It has no variants.'
              : `Its ${countInWords(variants, 'variant')} ${variants === 1 ? 'stays' : 'stay'} in your store.`
          }`}
        </Text>
      </Modal.Section>
    </Modal>
  );
}
