import { useCallback, useEffect, useRef, useState } from 'react';
import { ResourceError, type ResourceRequest, requestResource } from './request-resource.ts';

/** What a resource route answered, once it did; what was there before stays while it is asked again. */
export type Resource<Answer> = {
  answer: Answer | undefined;
  failure: ResourceError | undefined;
  /** Asks again. */
  reload: () => void;
};

/** What a section shows that its screen does not wait for: asks a resource route as soon as it is there. */
export function useResource<Answer>({
  path,
  answer: schema,
}: Pick<ResourceRequest<Answer>, 'path' | 'answer'>): Resource<Answer> {
  const [answer, setAnswer] = useState<Answer>();
  const [failure, setFailure] = useState<ResourceError>();
  const [round, setRound] = useState(0);
  const load = useRef(schema);
  load.current = schema;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks again
  useEffect(() => {
    const { signal, abort } = controllerOf();
    requestResource({ method: 'GET', path, answer: () => load.current(), signal }).then(
      (found) => {
        if (signal.aborted) return;
        setAnswer(found);
        setFailure(undefined);
      },
      (error: unknown) => {
        if (!signal.aborted && error instanceof ResourceError) setFailure(error);
      },
    );
    return abort;
  }, [path, round]);

  const reload = useCallback(() => setRound((count) => count + 1), []);
  return { answer, failure, reload };
}

function controllerOf() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
