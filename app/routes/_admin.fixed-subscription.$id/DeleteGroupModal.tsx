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

function whatStays({ productVariantsCount: { count } }: SellingPlanGroup): string {
  if (count === 0) return 'It has no variants, so your products don’t change.';
  const offer = count === 1 ? 'offers' : 'offer';
  return `${formatCount(count, 'variant')} of your products no longer ${offer} it. The products stay in your store.`;
}
