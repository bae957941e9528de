import { Button, Checkbox, FormLayout, InlineStack } from '@shopify/polaris';
import { useEffect, useRef, useState } from 'react';
import type { ConnectIntegration } from '#contract/integration.ts';
import { missingKeyTexts } from '#contract/integration-texts.ts';
import { maskedKey } from '#contract/limits.ts';
import { useToast } from '../../bridge/toast.tsx';
import { FormTextField } from '../../forms/FormTextField.tsx';
import { DialogOnDemand, usePrefetchedDialog } from '../../forms/lazy-dialog.tsx';
import { unsavedChanges } from '../../forms/lazy-unsaved-changes.ts';
import { parseRequired } from '../../forms/parse-required.ts';
import { SubmissionForm } from '../../forms/SubmissionForm.tsx';
import { useFormSubmission } from '../../forms/use-form-submission.ts';
import { useParsedForm } from '../../forms/use-parsed-form.ts';
import { useRevalidateScreen } from '../../requests/use-revalidate-screen.ts';

type Props = { hasAccount: boolean; isConnected: boolean; asksBeforeLeaving: boolean };

/** Key and secret of a ShipStation account (specification §2, §5). They are sent and never shown again. */
export function ShipStationForm({ hasAccount, isConnected, asksBeforeLeaving }: Props) {
  const submission = useFormSubmission();
  const { form, fields } = useParsedForm<ConnectIntegration, FormData>(submission, (formData) =>
    parseRequired<ConnectIntegration>(formData, missingKeyTexts),
  );
  const { key, secret } = fields.shipstation.getFieldset();
  const { isSubmitting, answer, settleAnswer } = submission;
  const [wasFocused, setFocused] = useState(false);
  const [isShown, setShown] = useState(false);
  const [isUnasked, setUnasked] = useState(false);
  const showToast = useToast();

  const saved = answer?.saved ?? null;
  const { reset } = form;
  const handled = useRef<unknown>(null);
  useEffect(() => {
    // Conform makes another `reset` at every render.
    if (saved === null || handled.current === saved) return;
    handled.current = saved;
    reset();
    setShown(false);
    // The message goes, because text that is typed from here on isn't saved.
    settleAnswer();
    showToast('ShipStation connected');
  }, [saved, reset, settleAnswer, showToast]);

  const reload = useRevalidateScreen();
  const isOutcomeUnknown = answer?.saved === null && (answer.status === 0 || answer.status >= 500);
  useEffect(() => {
    // They may have been kept all the same, which the card then shows.
    if (isOutcomeUnknown) reload();
  }, [isOutcomeUnknown, reload]);

  // An account's failure doesn't matter once the account is disconnected.
  const hadAccount = useRef(hasAccount);
  useEffect(() => {
    if (hadAccount.current && !hasAccount) settleAnswer();
    hadAccount.current = hasAccount;
  }, [hasAccount, settleAnswer]);

  const asPassword = {
    type: isShown ? 'text' : 'password',
    placeholder: isConnected ? maskedKey : undefined,
    // Keeps browsers from filling in a saved password, and from remembering keys that show as text.
    autoComplete: isShown ? 'off' : 'new-password',
    spellCheck: false,
    readOnly: isSubmitting,
    onFocus: () => setFocused(true),
  } as const;
  usePrefetchedDialog(unsavedChanges);
  const isTyped = [key, secret].some(({ value }) => value);
  return (
    <>
      <SubmissionForm submission={submission} intent="connect" form={form} busy="Saving...">
        <FormLayout>
          <FormTextField field={key} label="API key" {...asPassword} />
          <FormTextField field={secret} label="API secret" {...asPassword} />
          {wasFocused ? <Checkbox label="Show keys" checked={isShown} onChange={setShown} /> : null}
          <InlineStack align="end">
            <Button submit variant="primary">
              {isSubmitting ? 'Saving...' : 'Save'}
            </Button>
          </InlineStack>
        </FormLayout>
      </SubmissionForm>
      {asksBeforeLeaving &&
      !isUnasked &&
      isTyped &&
      saved === null &&
      answer?.updateUrl === undefined ? (
        <DialogOnDemand
          dialog={unsavedChanges}
          props={{
            text: 'The key and secret you typed will be lost.',
            onClose: () => setUnasked(true),
          }}
        />
      ) : null}
    </>
  );
}
