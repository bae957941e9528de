import { type DefaultValue, type Submission, useForm } from '@conform-to/react';
import { useEffect, useMemo, useRef } from 'react';
import { withStandingErrors } from './standing-errors.ts';
import type { FormSubmission } from './use-form-submission.ts';

/** Conform's form for a submission: checked by `parse` on submit and on blur, then on every change (§5). */
export function useParsedForm<Input extends Record<string, unknown>, Output>(
  { formId, answer }: FormSubmission<unknown>,
  parse: (formData: FormData) => Submission<Input, string[], Output>,
  defaultValue?: DefaultValue<Input>,
) {
  const result = answer?.result;
  // Without the submitted values, because the merchant may have typed on since.
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

/**
 * Focuses the first wrong field after a failed submit: Conform itself focuses the hidden inputs that stand in for Polaris' ones.
 * `failure` is a new object for each failed submit, null otherwise.
 */
function useFocusOnFirstError(formId: string, failure: object | null) {
  const handled = useRef<object | null>(null);
  useEffect(() => {
    if (failure === null || handled.current === failure) return;
    handled.current = failure;
    const form = document.getElementById(formId);
    const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
    field?.focus();
  }, [formId, failure]);
}
