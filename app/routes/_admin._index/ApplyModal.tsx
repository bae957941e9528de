import { getFormProps, useForm } from '@conform-to/react';
import { useFetcher } from '@remix-run/react';
import { BlockStack, FormLayout, Modal } from '@shopify/polaris';
import { useEffect, useId, useState } from 'react';
import { createProposedVendorSchema, type ProposedVendor } from '#contract/proposed-vendor.ts';
import { FormBanner } from '../../forms/FormBanner.tsx';
import { FormTextField } from '../../forms/FormTextField.tsx';
import { parseForm } from '../../forms/parse-form.ts';
import { type FormAnswer, firstErrorOf } from '../../forms/submission.ts';
import { useFocusOnFirstError } from '../../forms/use-focus-on-first-error.ts';

/** The sign-up form of onboarding's first step (specification §2, §5). */
export function ApplyModal({ onClose }: { onClose: () => void }) {
  const fetcher = useFetcher<FormAnswer<ProposedVendor>>();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const submitting = fetcher.state !== 'idle';
  const answer = submitting ? undefined : fetcher.data;
  const [form, fields] = useForm({
    id: useId(),
    lastResult: answer?.result,
    shouldValidate: 'onBlur',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => parseForm(formData, createProposedVendorSchema),
  });
  useFocusOnFirstError(form.id, form.status === 'error' ? (form.allErrors ?? null) : null);

  const saved = answer?.saved != null;
  useEffect(() => {
    if (saved) onClose();
  }, [saved, onClose]);

  function submit() {
    const element = document.getElementById(form.id);
    if (element instanceof HTMLFormElement) element.requestSubmit();
  }

  return (
    <Modal
      open
      title="Tell us about you"
      onClose={onClose}
      primaryAction={{
        content: submitting ? 'Submitting...' : 'Submit',
        onAction: submit,
        disabled: submitting,
      }}
    >
      <Modal.Section>
        <fetcher.Form method="post" action="/?index" {...getFormProps(form)}>
          <input type="hidden" name="intent" value="apply" />
          <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
          <BlockStack gap="400">
            {answer?.result.status === 'error' ? (
              <FormBanner message={firstErrorOf(answer.result)} />
            ) : null}
            <FormLayout>
              <FormTextField field={fields.name} label="Full name" autoComplete="name" />
              <FormTextField field={fields.email} label="Email" type="email" autoComplete="email" />
              <FormTextField
                field={fields.notes}
                label="Anything else that you would like to tell us!"
                multiline={4}
                autoComplete="off"
              />
            </FormLayout>
          </BlockStack>
          <button type="submit" hidden disabled={submitting}>
            Submit
          </button>
        </fetcher.Form>
      </Modal.Section>
    </Modal>
  );
}
