import type { SubmissionResult } from '@conform-to/react';
import { errorTexts } from '#contract/error-texts.ts';

/** The answer of a form's action: Conform's reply, and the saved data on success. */
export type FormAnswer<Saved> = {
  result: SubmissionResult<string[]>;
  saved: Saved | null;
  /** The status of the failed call: 409 is a conflict with somebody else's change, 0 says that no answer came. */
  status: number;
  /** In a conflict, the version that somebody else saved. */
  latest?: Saved;
  /** Where the merchant must go first to grant what is missing (specification §7). */
  updateUrl?: string;
};

/** For when no answer came, or one that isn't from our action. */
export function unknownAnswer(message: string | undefined): FormAnswer<never> {
  const error: Record<string, string[]> = message === undefined ? {} : { '': [message] };
  return { result: { status: 'error', error }, saved: null, status: 0 };
}

/** Whether the app's own action wrote this, which is trusted; a proxy or a login page of a network may have answered in its place. */
export function isFormAnswer<Saved>(content: unknown): content is FormAnswer<Saved> {
  return typeof content === 'object' && content !== null && 'result' in content;
}

/** The first message of a failed submit, for the banner above the form (specification §8). */
export function firstErrorOf(
  result: SubmissionResult<string[]> | undefined,
  withoutMessage: string = errorTexts.somethingWentWrong,
): string | undefined {
  if (result?.status !== 'error') return undefined;
  const messages = Object.values(result.error ?? {}).flatMap((list) => list ?? []);
  return messages[0] ?? withoutMessage;
}
