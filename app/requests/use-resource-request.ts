import { useCallback, useState } from 'react';
import { useUpdateRedirect } from '../bridge/update-redirect.ts';
import { ResourceError, type ResourceRequest, requestResource } from './request-resource.ts';

/** What came of a request: its answer, or why there is none. */
export type Outcome<Answer> =
  | { answer: Answer; failure?: undefined }
  | { answer?: undefined; failure: ResourceError };

/**
 * One request at a time to a resource route, for a button: whether it is under way, and why the last one failed. Leaves for where
 * the merchant grants what is missing.
 */
export function useResourceRequest() {
  const request = useRequestOfErrorPage();
  useUpdateRedirect(request.failure?.updateUrl);
  return request;
}

/** The same for whoever hands failures on to the error page, which leaves by itself. */
export function useRequestOfErrorPage() {
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<ResourceError>();
  const ask = useCallback(
    async <Answer>(request: ResourceRequest<Answer>): Promise<Outcome<Answer>> => {
      setAsking(true);
      setFailure(undefined);
      try {
        return { answer: await requestResource(request) };
      } catch (error) {
        if (!(error instanceof ResourceError)) throw error;
        setFailure(error);
        return { failure: error };
      } finally {
        setAsking(false);
      }
    },
    [],
  );
  return { ask, isAsking, failure };
}
