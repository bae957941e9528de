import { useFetcher } from '@remix-run/react';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useUpdateRedirect } from '../bridge/update-redirect.ts';
import { type FormAnswer, isFormAnswer, unknownAnswer } from '../requests/form-answer.ts';
import { createIdempotencyKeys } from './idempotency-keys.ts';

/**
 * A form's way to its action and back; `Saved` is what the action saves. The same object for as long as nothing about it
 * changes.
 */
export function useFormSubmission<Saved = unknown>() {
  const fetcher = useFetcher<unknown>();
  const formId = useId();
  const [keys] = useState(() => createIdempotencyKeys());
  const [settled, setSettled] = useState<unknown>();
  const { data } = fetcher;
  const last = useMemo((): FormAnswer<Saved> | undefined => {
    if (data === undefined) return undefined;
    return isFormAnswer<Saved>(data) ? data : unknownAnswer(undefined);
  }, [data]);
  const isSubmitting = fetcher.state !== 'idle';
  // The state is known only with the next render, and a second press may come before.
  const isBegun = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer ends a submit also where no render saw it under way
  useEffect(() => {
    if (!isSubmitting) isBegun.current = false;
  }, [isSubmitting, data]);
  const answer = isSubmitting || data === settled ? undefined : last;
  useUpdateRedirect(answer?.updateUrl);
  const { isUnsettled } = keys;

  return useMemo(
    () => ({
      fetcher,
      formId,
      isSubmitting,
      /** Of the last submit; undefined while one is under way. */
      answer,
      /** Whether a submit before the last one may have been carried out all the same. */
      isUnsettled,
      /** The idempotency key to submit this content with. */
      keyFor: (content: FormData) => keys.keyFor(JSON.stringify([...content]), last),
      /** Whether a submit may begin now: none is under way. It has begun then. */
      begin: () => {
        const isFirst = !isBegun.current;
        isBegun.current = true;
        return isFirst;
      },
      /** Submits as the form's button does. */
      submit: () => {
        const form = document.getElementById(formId);
        if (form instanceof HTMLFormElement) form.requestSubmit();
      },
      /** Removes the answer from the screen. */
      settleAnswer: () => setSettled(data),
    }),
    [fetcher, formId, isSubmitting, answer, isUnsettled, keys, last, data],
  );
}

export type FormSubmission<Saved> = ReturnType<typeof useFormSubmission<Saved>>;
