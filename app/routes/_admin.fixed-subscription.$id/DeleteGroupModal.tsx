import { BlockStack, List, Text } from '@shopify/polaris';
import { formatCount } from '#contract/format.ts';
import type { SellingPlanGroup } from '#contract/selling-plan-group.ts';
import { useToast } from '../../bridge/toast.tsx';
import { FormModal } from '../../forms/FormModal.tsx';
import { SubmissionForm } from '../../forms/SubmissionForm.tsx';
import { useFormSubmission } from '../../forms/use-form-submission.ts';

type Props = { group: SellingPlanGroup; onClose: () => void; onDeleted: () => void };

/** Asks before a group is deleted, and says what goes with it and what stays. */
export function DeleteGroupModal({ group, onClose, onDeleted }: Props) {
  const submission = useFormSubmission();
  const showToast = useToast();
  return (
    <FormModal
      submission={submission}
      title="Delete selling plan group?"
      size="small"
      submit={{ content: 'Delete', busy: 'Deleting...', destructive: true }}
      onSaved={() => {
        onDeleted();
        showToast('Selling plan group deleted');
      }}
      onClose={onClose}
    >
      <SubmissionForm submission={submission} intent="delete-group">
        <BlockStack gap="300">
          <Text as="p" breakWord>
            {`“${group.name}” will be deleted right away. You can’t undo this.`}
          </Text>
          <List>
            <List.Item>
              {`Customers can no longer subscribe with its ${formatCount(group.sellingPlans.length, 'plan')}.`}
            </List.Item>
            <List.Item>{whatStays(group)}</List.Item>
            <List.Item>
              Customers who already subscribed keep their subscriptions, and their orders continue.
            </List.Item>
          </List>
        </BlockStack>
      </SubmissionForm>
    </FormModal>
  );
}

/** A group may sell whole products, which its variants don't count. */
function whatStays({ productVariantsCount, productsCount }: SellingPlanGroup): string {
  const variants = productVariantsCount.count;
  const count = variants || productsCount.count;
  if (count === 0) return 'Your products don’t change.';
  const covered =
    variants === 0
      ? formatCount(count, 'product')
      : `${formatCount(count, 'variant')} of your products`;
  const offer = count === 1 ? 'offers' : 'offer';
  return `${covered} no longer ${offer} it. The products stay in your store.`;
}
