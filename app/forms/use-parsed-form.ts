import { type DefaultValue, type Submission, useForm } from '@conform-to/react';
import { useMemo } from 'react';
import { withStandingErrors } from './standing-errors.ts';
import { useFocusOnFirstError } from './use-focus-on-first-error.ts';
import type { FormSubmission } from './use-form-submission.ts';

/** Conform's form for a submission: checked by `parse` on submit and on blur, then on every change (§5). */
export function useParsedForm<Input extends Record<string, unknown>, Output>(
  { formId, answer }: FormSubmission<unknown>,
  parse: (formData: FormData) => Submission<Input, string[], Output>,
  defaultValue?: DefaultValue<Input>,
) {
  const result = answer?.result;
  // Without what was sent: the merchant may have typed on meanwhile.
  const lastResult = useMemo(() => result && { ...result, initialValue: undefined }, [result]);
  const [form, fields] = useForm<Input, Output>({
    id: formId,
    lastResult,
    defaultValue,
    shouldValidate: 'onBlur',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => withStandingErrors(parse(formData), result),
  });
  useFocusOnFirstError(formId, form.status === 'error' ? form.allErrors : null);
  return { form, fields };
}
