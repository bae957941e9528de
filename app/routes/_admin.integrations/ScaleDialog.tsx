import { BlockStack, FormLayout, Modal, Text, TextField } from '@shopify/polaris';
import { useCallback, useState } from 'react';
import {
  type CreatedScale,
  createScaleSchema,
  type Scale,
  updateScalesSchema,
} from '#contract/scale.ts';
import { useToast } from '../../bridge/toast.tsx';
import { FormModal } from '../../forms/FormModal.tsx';
import { FormTextField } from '../../forms/FormTextField.tsx';
import { SubmissionForm } from '../../forms/SubmissionForm.tsx';
import { useFocusReturn } from '../../forms/use-focus-return.ts';
import { useFormSubmission } from '../../forms/use-form-submission.ts';
import { useSubmissionForm } from '../../forms/use-submission-form.ts';

export type ScaleDialogOf =
  | { kind: 'add'; url: string }
  | { kind: 'hours'; noticeHours: number }
  | { kind: 'revoke'; scale: Scale };

type Props = { of: ScaleDialogOf; onClose: () => void };

/** A dialog for each change of scales. */
export function ScaleDialog({ of, onClose }: Props) {
  switch (of.kind) {
    case 'add':
      return <AddScale url={of.url} onClose={onClose} />;
    case 'hours':
      return <NoticeHours noticeHours={of.noticeHours} onClose={onClose} />;
    case 'revoke':
      return <RevokeScale scale={of.scale} onClose={onClose} />;
  }
}

function AddScale({ url, onClose }: { url: string; onClose: () => void }) {
  const submission = useFormSubmission<CreatedScale>();
  const { form, fields } = useSubmissionForm(submission, createScaleSchema);
  const [made, setMade] = useState<CreatedScale | null>(null);
  // Once the token is closed, too.
  useFocusReturn();
  if (made !== null) return <NewToken made={made} url={url} onClose={onClose} />;
  return (
    <FormModal
      submission={submission}
      title="Add scale"
      submit={{ content: 'Make token', busy: 'Making...' }}
      unsaved={fields.name.value ? 'The name you typed will be lost.' : undefined}
      onSaved={setMade}
      onClose={onClose}
    >
      <SubmissionForm submission={submission} intent="create-scale" form={form}>
        <FormLayout>
          <FormTextField
            field={fields.name}
            label="Name"
            helpText="Shown in the history of each subscription that it orders for."
          />
        </FormLayout>
      </SubmissionForm>
    </FormModal>
  );
}

function NewToken({
  made: { scale, token },
  url,
  onClose,
}: {
  made: CreatedScale;
  url: string;
  onClose: () => void;
}) {
  const shown = { readOnly: true, selectTextOnFocus: true, autoComplete: 'off', spellCheck: false };
  return (
    <Modal
      open
      title={`The token of ${scale.name}`}
      onClose={onClose}
      primaryAction={{ content: 'Done', onAction: onClose }}
    >
      <Modal.Section>
        <FormLayout>
          <Text as="p">Copy it now. It isn’t shown again.</Text>
          <TextField label="Token" value={token} {...shown} />
          <TextField
            label="Address"
            value={url}
            helpText="{id} is the subscription’s number. The scale sends a POST with “Authorization: Bearer” and the token."
            {...shown}
          />
        </FormLayout>
      </Modal.Section>
    </Modal>
  );
}

function NoticeHours({ noticeHours, onClose }: { noticeHours: number; onClose: () => void }) {
  const submission = useFormSubmission();
  const { form, fields } = useSubmissionForm(submission, updateScalesSchema, {
    noticeHours: String(noticeHours),
  });
  const showToast = useToast();
  const saved = useCallback(() => {
    onClose();
    showToast('Hours saved');
  }, [onClose, showToast]);
  const isTyped = (fields.noticeHours.value ?? '') !== String(noticeHours);
  return (
    <FormModal
      submission={submission}
      title="Time before the charge"
      size="small"
      submit={{ content: 'Save', busy: 'Saving...' }}
      unsaved={isTyped ? 'The hours you typed will be lost.' : undefined}
      onSaved={saved}
      onClose={onClose}
    >
      <SubmissionForm submission={submission} intent="set-notice-hours" form={form}>
        <FormTextField
          field={fields.noticeHours}
          label="Hours"
          inputMode="numeric"
          helpText="Counted from when an email may be sent, which is never at night. Orders made before stay as they are."
        />
      </SubmissionForm>
    </FormModal>
  );
}

function RevokeScale({ scale, onClose }: { scale: Scale; onClose: () => void }) {
  const submission = useFormSubmission();
  const showToast = useToast();
  const revoked = useCallback(() => {
    onClose();
    showToast('Scale revoked');
  }, [onClose, showToast]);
  return (
    <FormModal
      submission={submission}
      title={`Revoke ${scale.name}?`}
      size="small"
      submit={{ content: 'Revoke', busy: 'Revoking...', destructive: true }}
      onSaved={revoked}
      onClose={onClose}
    >
      <SubmissionForm submission={submission} intent="revoke-scale">
        <input type="hidden" name="id" value={scale.id} />
        <BlockStack gap="200">
          <Text as="p">Its token stops working at once, for good.</Text>
          <Text as="p">Orders that it has made stay, and are charged.</Text>
        </BlockStack>
      </SubmissionForm>
    </FormModal>
  );
}
