import { getFormProps, useForm } from '@conform-to/react';
import { useFetcher } from '@remix-run/react';
import { BlockStack, FormLayout, Modal } from '@shopify/polaris';
import { useEffect, useId, useState } from 'react';
import { createDeliveryProfileSchema, type DeliveryProfile } from '#contract/delivery-profile.ts';
import { useUpdateRedirect } from '../../bridge/update-redirect.ts';
import { FormBanner } from '../../forms/FormBanner.tsx';
import { FormTextField } from '../../forms/FormTextField.tsx';
import { parseForm } from '../../forms/parse-form.ts';
import { type FormAnswer, firstErrorOf } from '../../forms/submission.ts';
import { useFocusOnFirstError } from '../../forms/use-focus-on-first-error.ts';

type Props = { onClose: () => void; onCreated: () => void };

/** Specification §2, "Delivery Profiles list". Mounted while it is open: each opening starts afresh. */
export function NewDeliveryProfileModal({ onClose, onCreated }: Props) {
  const fetcher = useFetcher<FormAnswer<DeliveryProfile>>();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const submitting = fetcher.state !== 'idle';
  const answer = submitting ? undefined : fetcher.data;
  const [form, fields] = useForm({
    id: useId(),
    lastResult: answer?.result,
    shouldValidate: 'onBlur',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => parseForm(formData, createDeliveryProfileSchema),
  });
  useFocusOnFirstError(form.id, form.status === 'error' ? (form.allErrors ?? null) : null);
  useUpdateRedirect(answer?.updateUrl);

  // Idle again means that the list has been fetched anew: the modal closes over a list that shows the new profile.
  const created = answer?.saved != null;
  useEffect(() => {
    if (created) onCreated();
  }, [created, onCreated]);

  function submit() {
    const element = document.getElementById(form.id);
    if (element instanceof HTMLFormElement) element.requestSubmit();
  }

  return (
    <Modal
      open
      title="New delivery profile"
      onClose={onClose}
      primaryAction={{ content: 'Save', onAction: submit, loading: submitting }}
      secondaryActions={[{ content: 'Cancel', onAction: onClose, disabled: submitting }]}
    >
      <Modal.Section>
        <fetcher.Form method="post" {...getFormProps(form)}>
          <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
          <BlockStack gap="400">
            {answer?.result.status === 'error' ? (
              <FormBanner message={firstErrorOf(answer.result)} />
            ) : null}
            <FormLayout>
              <FormTextField
                field={fields.name}
                label="Name"
                autoComplete="off"
                helpText="Customers won’t see this name."
              />
            </FormLayout>
          </BlockStack>
          <button type="submit" hidden disabled={submitting}>
            Save
          </button>
        </fetcher.Form>
      </Modal.Section>
    </Modal>
  );
}
