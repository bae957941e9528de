import { useCallback, useEffect, useRef, useState } from 'react';
import { ResourceError, type ResourceRequest, requestResource } from './request-resource.ts';

/** What a resource route answered, once it did; what was there before stays while it is asked again. */
export type Resource<Answer> = {
  answer: Answer | undefined;
  failure: ResourceError | undefined;
  isAsking: boolean;
  /** Asks again. */
  reload: () => void;
};

type Options<Answer> = Pick<ResourceRequest<Answer>, 'path' | 'answer'> & {
  /** What the screen was loaded with: with another one it asks again. */
  loadedWith?: object;
};

/** What a section shows that its screen does not wait for: asks a resource route as soon as it is there. */
export function useResource<Answer>({
  path,
  answer: schema,
  loadedWith,
}: Options<Answer>): Resource<Answer> {
  const [answer, setAnswer] = useState<Answer>();
  const [failure, setFailure] = useState<ResourceError>();
  const [isAsking, setAsking] = useState(true);
  const [round, setRound] = useState(0);
  const load = useRef(schema);
  load.current = schema;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks again
  useEffect(() => {
    const { signal, abort } = controllerOf();
    setAsking(true);
    requestResource({ method: 'GET', path, answer: () => load.current(), signal }).then(
      (found) => {
        if (signal.aborted) return;
        setAnswer(found);
        setFailure(undefined);
        setAsking(false);
      },
      (error: unknown) => {
        if (signal.aborted || !(error instanceof ResourceError)) return;
        setFailure(error);
        setAsking(false);
      },
    );
    return abort;
  }, [path, round, loadedWith]);

  const reload = useCallback(() => setRound((count) => count + 1), []);
  return { answer, failure, isAsking, reload };
}

function controllerOf() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
