import type { Submission, SubmissionResult } from '@conform-to/react';

type Answered = SubmissionResult<string[]> | undefined;

/**
 * Keeps what the server said of a field until that field is mended. The form library drops every error that the
 * browser's own check does not repeat, on a change of any field. A submit asks the server again, so it keeps none.
 */
export function withStandingErrors<Input, Output>(
  submission: Submission<Input, string[], Output>,
  answered: Answered,
): Submission<Input, string[], Output> {
  if (submission.status !== undefined || answered?.status !== 'error') return submission;
  const standing = Object.keys(answered.error ?? {}).filter(
    (name) => !isMended(name, answered.initialValue, submission.payload),
  );
  return {
    ...submission,
    reply(options) {
      const result = submission.reply(options);
      // Conform takes null for "no change".
      const kept = Object.fromEntries(standing.map((name) => [name, null]));
      return { ...result, error: { ...kept, ...result.error } };
    },
  };
}

/** Fields of one item are looked at together: an interval may be mended by its unit. A form's own error stays. */
function isMended(name: string, sent: unknown, current: unknown): boolean {
  if (name === '') return false;
  const path = name.match(/[^.[\]]+/g) ?? [];
  const subject = path.length > 1 ? path.slice(0, -1) : path;
  return !isSame(valueAt(subject, sent), valueAt(subject, current));
}

/** Two values of a form; an empty field is missing in what was sent. */
function isSame(one: unknown, other: unknown): boolean {
  if (!isRecord(one) || !isRecord(other)) return (one ?? '') === (other ?? '');
  return Object.keys({ ...one, ...other }).every((key) => isSame(one[key], other[key]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function valueAt(path: string[], value: unknown): unknown {
  return path.reduce<unknown>((parent, key) => (isRecord(parent) ? parent[key] : undefined), value);
}

/** The answer without the errors that are mended by now; `current` holds the errors that the form still shows. */
export function standingAnswer(answered: Answered, current: Record<string, string[]>): Answered {
  if (answered?.status !== 'error') return answered;
  const errors = Object.entries(answered.error ?? {});
  // It failed without a message, so no change of a field fixes it.
  if (errors.length === 0) return answered;
  const error = Object.fromEntries(errors.filter(([name]) => name === '' || name in current));
  return Object.keys(error).length > 0 ? { ...answered, error } : undefined;
}
