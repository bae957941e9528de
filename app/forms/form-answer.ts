import type { SubmissionResult } from '@conform-to/react';
import { z } from 'zod';
import { errorTexts } from '#contract/errors.ts';

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

type Payload = NonNullable<SubmissionResult<string[]>['initialValue']>[string];

const payloadSchema: z.ZodType<Payload> = z.lazy(() =>
  z.union([z.string(), z.array(payloadSchema), z.record(z.string(), payloadSchema)]),
);

const resultSchema = z.object({
  status: z.enum(['success', 'error']).optional(),
  initialValue: z.record(z.string(), payloadSchema).nullish(),
  error: z.record(z.string(), z.array(z.string()).nullable()).optional(),
});

/** Where no answer came, or one that is none of ours. */
export function unknownAnswer(message: string | undefined): FormAnswer<never> {
  const error: Record<string, string[]> = message === undefined ? {} : { '': [message] };
  return { result: { status: 'error', error }, saved: null, status: 0 };
}

/** Reads what came back from a form's action. */
export function readFormAnswer<Saved>(
  content: unknown,
  savedSchema: z.ZodType<Saved>,
): FormAnswer<Saved> {
  const answer = z
    .object({
      result: resultSchema,
      saved: savedSchema.nullable(),
      status: z.number(),
      latest: savedSchema.optional(),
      updateUrl: z.string().optional(),
    })
    .safeParse(content);
  return answer.success ? answer.data : unknownAnswer(undefined);
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
