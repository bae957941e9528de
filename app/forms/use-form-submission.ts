import { type DefaultValue, useForm } from '@conform-to/react';
import { useFetcher } from '@remix-run/react';
import { useId, useMemo, useState } from 'react';
import type { z } from 'zod';
import { useUpdateRedirect } from '../bridge/update-redirect.ts';
import { readFormAnswer } from './form-answer.ts';
import { parseForm } from './parse-form.ts';
import { withStandingErrors } from './standing-errors.ts';
import { createSubmitKeys } from './submit-keys.ts';
import { useFocusOnFirstError } from './use-focus-on-first-error.ts';

/** A form's way to its action and back; `saved` reads what the action saved. */
export function useFormSubmission<Saved>(saved: z.ZodType<Saved>) {
  const fetcher = useFetcher<unknown>();
  const formId = useId();
  const [keys] = useState(() => createSubmitKeys());
  const [settled, setSettled] = useState<unknown>();
  const { data } = fetcher;
  const last = useMemo(
    () => (data === undefined ? undefined : readFormAnswer(data, saved)),
    [data, saved],
  );
  const isSubmitting = fetcher.state !== 'idle';
  const answer = isSubmitting || data === settled ? undefined : last;
  useUpdateRedirect(answer?.updateUrl);

  return {
    fetcher,
    formId,
    isSubmitting,
    /** Of the last submit; undefined while one is under way. */
    answer,
    /** Whether a submit before the last one may have been carried out all the same. */
    isUnsettled: keys.isUnsettled,
    /** The idempotency key to submit this content with. */
    keyFor: (content: FormData) => keys.keyFor(JSON.stringify([...content]), last),
    /** Takes the answer off the screen. */
    settleAnswer: () => setSettled(data),
  };
}

export type FormSubmission<Saved> = ReturnType<typeof useFormSubmission<Saved>>;

/** Conform's form for a submission: checked by the contract's schema on submit and on blur, then on every change (§5). */
export function useSubmissionForm<Input extends Record<string, unknown>, Output>(
  { formId, answer }: FormSubmission<unknown>,
  schema: z.ZodType<Output, Input>,
  defaultValue?: DefaultValue<Input>,
) {
  const [form, fields] = useForm<Input, Output>({
    id: formId,
    lastResult: answer?.result,
    defaultValue,
    shouldValidate: 'onBlur',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => withStandingErrors(parseForm(formData, schema), answer?.result),
  });
  useFocusOnFirstError(formId, form.status === 'error' ? form.allErrors : null);
  return { form, fields };
}
