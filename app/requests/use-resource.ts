import { useCallback, useEffect, useRef, useState } from 'react';
import { useUpdateRedirect } from '../bridge/update-redirect.ts';
import { ResourceError, type ResourceRequest, requestResource } from './request-resource.ts';

/** A request's answer, or why it failed. */
export type Outcome<Answer> =
  | { answer: Answer; failure?: undefined }
  | { answer?: undefined; failure: ResourceError };

type Options = {
  /** False where the caller hands a failure to the error page, which leaves by itself. */
  leavesForUpdate?: boolean;
  /**
   * The state of what is changed. Once it is another than at the request, that may have been carried out all the same, and its failure is over. A
   * refusal stays: it says why this isn't the state that was wanted.
   */
  state?: string | undefined;
};

/**
 * Requests to resource routes: whether one is under way, and why the last one failed. Leaves for where the merchant grants what is
 * missing. A GET is aborted by the next one and by the end of the screen, and then never settles; a change always goes through.
 */
export function useResourceRequest({ leavesForUpdate = true, state }: Options = {}) {
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<ResourceError>();
  const [askedIn, setAskedIn] = useState(state);
  const current = useRef(state);
  current.current = state;
  const reading = useRef<AbortController>();
  useUpdateRedirect(leavesForUpdate ? failure?.updateUrl : undefined);
  useEffect(() => () => reading.current?.abort(), []);

  const ask = useCallback(
    async <Answer>(request: ResourceRequest<Answer>): Promise<Outcome<Answer>> => {
      const controller = new AbortController();
      const { signal } = controller;
      if (request.method === 'GET') {
        reading.current?.abort();
        reading.current = controller;
      }
      setAsking(true);
      setFailure(undefined);
      setAskedIn(current.current);
      const outcome = await outcomeOf({ signal, ...request });
      if (signal.aborted) return new Promise(() => undefined);
      setAsking(false);
      setFailure(outcome.failure);
      return outcome;
    },
    [],
  );
  const isOver = askedIn !== state && failure?.status !== 409;
  return { ask, isAsking, failure: isOver ? undefined : failure };
}

async function outcomeOf<Answer>(request: ResourceRequest<Answer>): Promise<Outcome<Answer>> {
  try {
    return { answer: await requestResource(request) };
  } catch (error) {
    if (error instanceof ResourceError) return { failure: error };
    throw error;
  }
}

/** A resource route's answer. The last one stays while it is asked again. */
export type Resource<Answer> = {
  answer: Answer | undefined;
  failure: ResourceError | undefined;
  isAsking: boolean;
  /** Asks again. */
  reload: () => void;
};

const nothingYet = { answer: undefined, failure: undefined };

/**
 * For a section that its screen doesn't wait for. Asks a resource route when mounted, and again for another `loadedWith`, the data that
 * the screen was loaded with.
 */
export function useResource<Answer>({
  path,
  answer: schema,
  loadedWith,
  leavesForUpdate = false,
}: Pick<ResourceRequest<Answer>, 'path' | 'answer'> &
  Pick<Options, 'leavesForUpdate'> & { loadedWith?: object }): Resource<Answer> {
  const { ask, isAsking } = useResourceRequest({ leavesForUpdate });
  const [latest, setLatest] = useState<Pick<Resource<Answer>, 'answer' | 'failure'>>(nothingYet);
  const load = useRef(schema);
  load.current = schema;

  const reload = useCallback(async () => {
    const found = await ask({ method: 'GET', path, answer: () => load.current() });
    setLatest((before) =>
      found.failure
        ? { ...before, failure: found.failure }
        : { answer: found.answer, failure: undefined },
    );
  }, [ask, path]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another load of the screen asks again
  useEffect(() => void reload(), [reload, loadedWith]);

  const { answer, failure } = latest;
  return { answer, failure, isAsking: isAsking || latest === nothingYet, reload };
}
