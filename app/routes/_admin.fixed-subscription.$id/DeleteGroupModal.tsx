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

/** Names the whole products and the single variants, each where the answer is sure of some. */
function whatStays({ productVariantsCount, productsCount }: SellingPlanGroup): string {
  const variants = productVariantsCount.count;
  // The one product that is counted may be that of a variant.
  const isOfVariant =
    variants === 1
      ? productsCount.precision === 'EXACT'
      : variants > 1 && productsCount.count === 1;
  const products = isOfVariant ? 0 : productsCount.count;
  const covered = [
    products > 0 && formatCount(products, 'product'),
    variants > 0 && `${formatCount(variants, 'variant')} of your products`,
  ].filter(Boolean);
  if (covered.length === 0) return 'Your products don’t change.';
  const offer = products + variants === 1 ? 'offers' : 'offer';
  return `${covered.join(' and ')} no longer ${offer} it. The products stay in your store.`;
}
