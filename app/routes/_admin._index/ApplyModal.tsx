import { FormLayout, Text } from '@shopify/polaris';
import { createProposedVendorSchema } from '#contract/proposed-vendor.ts';
import { FormModal } from '../../forms/FormModal.tsx';
import { FormTextField } from '../../forms/FormTextField.tsx';
import { SubmissionForm } from '../../forms/SubmissionForm.tsx';
import { useFormSubmission } from '../../forms/use-form-submission.ts';
import { useSubmissionForm } from '../../forms/use-submission-form.ts';

/** The sign-up form of onboarding's first step (specification §2, §5). */
export function ApplyModal({ onClose }: { onClose: () => void }) {
  const submission = useFormSubmission();
  const { form, fields } = useSubmissionForm(submission, createProposedVendorSchema);
  const isTyped = [fields.name, fields.email, fields.notes].some(({ value }) => value);
  return (
    <FormModal
      submission={submission}
      title="Tell us about you"
      submit={{ content: 'Submit', busy: 'Submitting...' }}
      unsaved={isTyped ? 'What you entered will be lost.' : undefined}
      onSaved={onClose}
      onClose={onClose}
    >
      <SubmissionForm submission={submission} intent="apply" form={form} action="/?index">
        <Text as="p">Your name and email tell us who runs this store and how to reach you.</Text>
        <FormLayout>
          <FormTextField field={fields.name} label="Full name" autoComplete="name" />
          <FormTextField field={fields.email} label="Email" type="email" autoComplete="email" />
          <FormTextField
            field={fields.notes}
            label="Anything else that you would like to tell us!"
            multiline={4}
          />
        </FormLayout>
      </SubmissionForm>
    </FormModal>
  );
}
