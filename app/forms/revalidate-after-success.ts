import type { ShouldRevalidateFunctionArgs } from '@remix-run/react';
import { z } from 'zod';

const answerSchema = z.object({ status: z.number() });

/**
 * A route's `shouldRevalidate` beside a form: nothing is loaded anew after a submit that failed. Where saving fails, loading
 * mostly fails too, and its error page would take the place of the form with what the merchant typed.
 */
export function revalidateAfterSuccess({
  actionResult,
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const answer = answerSchema.safeParse(actionResult);
  const status = answer.success ? answer.data.status : actionStatus;
  if (status !== undefined && (status < 200 || status >= 400)) return false;
  return defaultShouldRevalidate;
}
