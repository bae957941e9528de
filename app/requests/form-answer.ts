import type { SubmissionResult } from '@conform-to/react';
import { errorTexts } from '#contract/error-texts.ts';
import type { AnswerSchema } from '../subscription-api/answer-schema.ts';
import { propertyOf, textOf } from '../subscription-api/json-property.ts';

/** What a form's action answers: Conform's reply, and what was saved where it went well. */
export type FormAnswer<Saved> = {
  result: SubmissionResult<string[]>;
  saved: Saved | null;
  /** The status of the failed call: 409 is a conflict with somebody else's change, 0 says that no answer came. */
  status: number;
  /** What was saved by somebody else meanwhile, beside a conflict. */
  latest?: Saved;
  /** Where the merchant must go first to grant what is missing (specification §7). */
  updateUrl?: string;
};

type Result = SubmissionResult<string[]>;
type Payload = NonNullable<Result['initialValue']>[string];

/** Where no answer came, or one that is none of ours. */
export function unknownAnswer(message: string | undefined): FormAnswer<never> {
  const error: Record<string, string[]> = message === undefined ? {} : { '': [message] };
  return { result: { status: 'error', error }, saved: null, status: 0 };
}

/** Reads what came back from a form's action. */
export function readFormAnswer<Saved>(
  content: unknown,
  savedSchema: AnswerSchema<Saved>,
): FormAnswer<Saved> {
  const result = propertyOf(content, 'result');
  const status = propertyOf(content, 'status');
  const saved = orAbsent(savedSchema, propertyOf(content, 'saved'));
  const latest = orAbsent(savedSchema, propertyOf(content, 'latest'));
  if (!isResult(result) || typeof status !== 'number' || !saved.success || !latest.success) {
    return unknownAnswer(undefined);
  }
  return {
    result,
    saved: saved.data,
    status,
    latest: latest.data ?? undefined,
    updateUrl: textOf(content, 'updateUrl'),
  };
}

function orAbsent<Saved>(schema: AnswerSchema<Saved>, content: unknown) {
  if (content === null || content === undefined) return { success: true, data: null } as const;
  return schema.safeParse(content);
}

function isResult(content: unknown): content is Result {
  const status = propertyOf(content, 'status');
  const isKnown = status === undefined || status === 'success' || status === 'error';
  const initialValue = propertyOf(content, 'initialValue') ?? {};
  const error = propertyOf(content, 'error') ?? {};
  return (
    isKnown &&
    typeof content === 'object' &&
    isRecordOf(initialValue, isPayload) &&
    isRecordOf(error, (messages) => messages === null || isListOf(messages, isText))
  );
}

function isPayload(content: unknown): content is Payload {
  return isText(content) || isListOf(content, isPayload) || isRecordOf(content, isPayload);
}

function isText(content: unknown): content is string {
  return typeof content === 'string';
}

function isListOf(content: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(content) && content.every(isItem);
}

function isRecordOf(content: unknown, isValue: (value: unknown) => boolean): boolean {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return false;
  return Object.values(content).every(isValue);
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
