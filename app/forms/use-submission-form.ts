import type { DefaultValue } from '@conform-to/react';
import type { z } from 'zod';
import { parseForm } from './parse-form.ts';
import type { FormSubmission } from './use-form-submission.ts';
import { useParsedForm } from './use-parsed-form.ts';

/** Conform's form for a submission, checked by the contract's schema. */
export function useSubmissionForm<Input extends Record<string, unknown>, Output>(
  submission: FormSubmission<unknown>,
  schema: z.ZodType<Output, Input>,
  defaultValue?: DefaultValue<Input>,
) {
  return useParsedForm<Input, Output>(
    submission,
    (formData) => parseForm(formData, schema),
    defaultValue,
  );
}
