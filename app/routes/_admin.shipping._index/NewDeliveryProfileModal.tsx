import { FormLayout } from '@shopify/polaris';
import { createDeliveryProfileSchema } from '#contract/delivery-profile.ts';
import { FormModal } from '../../forms/FormModal.tsx';
import { FormTextField } from '../../forms/FormTextField.tsx';
import { SubmissionForm } from '../../forms/SubmissionForm.tsx';
import { useFormSubmission } from '../../forms/use-form-submission.ts';
import { useSubmissionForm } from '../../forms/use-submission-form.ts';

type Props = { onClose: () => void; onCreated: () => void };

/** Specification §2, "Delivery Profiles list". */
export function NewDeliveryProfileModal({ onClose, onCreated }: Props) {
  const submission = useFormSubmission();
  const { form, fields } = useSubmissionForm(submission, createDeliveryProfileSchema);
  return (
    <FormModal
      submission={submission}
      title="New delivery profile"
      submit={{ content: 'Save' }}
      unsaved={fields.name.value ? 'The name you typed will be lost.' : undefined}
      onSaved={onCreated}
      onClose={onClose}
    >
      <SubmissionForm submission={submission} intent="create-profile" form={form}>
        <FormLayout>
          <FormTextField
            field={fields.name}
            label="Name"
            helpText="Customers won’t see this name."
          />
        </FormLayout>
      </SubmissionForm>
    </FormModal>
  );
}
