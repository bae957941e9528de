import { type DefaultValue, useForm } from '@conform-to/react';
import type { z } from 'zod';
import { parseForm } from './parse-form.ts';
import { withStandingErrors } from './standing-errors.ts';
import { useFocusOnFirstError } from './use-focus-on-first-error.ts';
import type { FormSubmission } from './use-form-submission.ts';

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
