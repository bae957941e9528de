import type { FormMetadata } from '@conform-to/react';
import { BlockStack } from '@shopify/polaris';
import { type FormEvent, type ReactNode, useContext, useRef } from 'react';
import { firstErrorOf } from '../requests/form-answer.ts';
import { FormBanner } from './FormBanner.tsx';
import { StatusShownByModal, SubmissionStatus } from './SubmissionStatus.tsx';
import { standingAnswer } from './standing-errors.ts';
import type { FormSubmission } from './use-form-submission.ts';

type Props = {
  submission: FormSubmission<unknown>;
  /** Which of the action's intents handles it. */
  intent: string;
  /** Conform's form, if fields are checked before they are sent. */
  form?: FormMetadata;
  /** The route that has the action; by default the one on show. */
  action?: string;
  /** Stands in the banner of a failed submit. */
  inBanner?: ReactNode;
  /** Replaces the server's message in the banner. */
  message?: string;
  /** The banner's message if the server gives none; by default 'Something went wrong!'. */
  withoutMessage?: string;
  /** The button's text while submitting, if it changes and isn't in a modal. */
  busy?: string;
  children?: ReactNode;
};

const keyName = 'idempotencyKey';

/** The form element of a submission, with what failed above its fields. */
export function SubmissionForm({
  submission,
  intent,
  form,
  action,
  inBanner,
  message,
  withoutMessage,
  busy,
  children,
}: Props) {
  const { fetcher, formId, isSubmitting, answer } = submission;
  const key = useRef<HTMLInputElement>(null);
  const isStatusInModal = useContext(StatusShownByModal);
  const standing = form ? standingAnswer(answer?.result, form.allErrors) : answer?.result;

  function prepare(event: FormEvent<HTMLFormElement>) {
    if (isSubmitting) {
      event.preventDefault();
      return;
    }
    form?.onSubmit(event);
    if (event.defaultPrevented || key.current === null) return;
    if (!submission.begin()) {
      event.preventDefault();
      return;
    }
    const content = new FormData(event.currentTarget);
    content.delete(keyName);
    key.current.value = submission.keyFor(content);
  }

  return (
    <fetcher.Form
      method="post"
      action={action}
      id={formId}
      noValidate={form?.noValidate}
      aria-describedby={form?.errors ? form.errorId : undefined}
      onSubmit={prepare}
    >
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name={keyName} ref={key} />
      <BlockStack gap="400">
        <FormBanner message={message ?? firstErrorOf(standing, withoutMessage)}>
          {inBanner}
        </FormBanner>
        {children}
      </BlockStack>
      {isStatusInModal ? null : <SubmissionStatus isUnderWay={isSubmitting} words={busy} />}
      {/* Lets Enter in a field submit. */}
      <button type="submit" hidden>
        Submit
      </button>
    </fetcher.Form>
  );
}
