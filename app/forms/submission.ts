import type { SubmissionResult } from '@conform-to/react';
import type { z } from 'zod';
import { errorTexts } from '#contract/errors.ts';
import { ApiError } from '../subscription-api/errors.ts';
import { failureOf, knownTextOf } from '../subscription-api/failure.ts';
import { parseForm } from './parse-form.ts';

/** What a form's action answers: Conform's reply, and what was saved where it went well. */
export type FormAnswer<Saved> = {
  result: SubmissionResult<string[]>;
  saved: Saved | null;
  /** The status of the failed call; 409 is a conflict with somebody else's change. */
  status: number;
  /** What was saved by somebody else meanwhile, beside a conflict. */
  latest?: Saved;
  /** Where the merchant must go first to grant what is missing (specification §7). */
  updateUrl?: string;
};

/**
 * A form's way through an action: parse with the contract's schema, make one call, map what failed onto the fields.
 * Field errors of the server keep their names; a form error is added where the server named no field.
 * `loadLatest` fetches what somebody else saved when the call conflicts with it; the merchant chooses between the two.
 */
export async function submitForm<Schema extends z.ZodType, Saved>(
  formData: FormData,
  schema: Schema,
  save: (value: z.output<Schema>) => Promise<Saved>,
  loadLatest?: () => Promise<Saved>,
): Promise<Response> {
  const submission = parseForm(formData, schema);
  if (submission.status !== 'success') {
    return answer({ result: submission.reply(), saved: null, status: 422 });
  }
  try {
    const saved = await save(submission.value);
    return answer({ result: submission.reply(), saved, status: 200 });
  } catch (error) {
    const { status, failure } = failureOf(error);
    const { '': formErrors = [], ...fieldErrors } =
      error instanceof ApiError ? error.fieldErrors : {};
    const named = Object.keys(fieldErrors).length > 0;
    const result = submission.reply({
      fieldErrors,
      formErrors: formErrors.length > 0 || named ? formErrors : [failure.message],
    });
    // Without the latest there is still the conflict to tell of: the next try asks again.
    const latest = status === 409 ? await loadLatest?.().catch(() => undefined) : undefined;
    return answer({ result, saved: null, status, latest, updateUrl: failure.updateUrl });
  }
}

function answer<Saved>(body: FormAnswer<Saved>): Response {
  return Response.json(body, { status: body.status });
}

/**
 * Wraps a form's action in the browser: where no answer comes at all, or none of ours, the form stays as it is with a
 * message, instead of the whole screen giving way to an error page with the merchant's typing gone.
 */
export async function keepTypingOnFailure<Saved>(
  serverAction: () => Promise<unknown>,
): Promise<FormAnswer<Saved> | unknown> {
  try {
    return await serverAction();
  } catch (error) {
    const text = knownTextOf(error) ?? errorTexts.somethingWentWrong;
    const result: SubmissionResult<string[]> = { status: 'error', error: { '': [text] } };
    return { result, saved: null, status: 0 };
  }
}

/** The first message of a failed submit, for the banner above the form (specification §8). */
export function firstErrorOf(result: SubmissionResult<string[]> | undefined): string | undefined {
  if (result?.status !== 'error') return undefined;
  const messages = Object.values(result.error ?? {}).flatMap((list) => list ?? []);
  return messages[0] ?? errorTexts.somethingWentWrong;
}
