import { useCallback, useEffect, useState } from 'react';
import { magicLinkMilliseconds } from '#contract/limits.ts';
import { useUpdateRedirect } from '../../bridge/update-redirect.ts';
import { ResourceError, requestResource } from '../../resource-routes/request-resource.ts';
import { anyAnswer } from '../../subscription-api/answer-schema.ts';
import { textOf } from '../../subscription-api/json-property.ts';

/** A link to a page of the vendor portal: asked for, there for as long as it opens, and used up once it was followed. */
export function useMagicLink(path: string) {
  const [url, setUrl] = useState<string>();
  const [failure, setFailure] = useState<ResourceError>();
  const [isAsking, setAsking] = useState(false);
  useUpdateRedirect(failure?.updateUrl);

  const drop = useCallback(() => setUrl(undefined), []);
  useEffect(() => {
    if (url === undefined) return;
    const timer = setTimeout(drop, magicLinkMilliseconds);
    return () => clearTimeout(timer);
  }, [url, drop]);

  const ask = async () => {
    setAsking(true);
    setFailure(undefined);
    try {
      const answer = await requestResource({
        method: 'POST',
        path: '/magic-link',
        body: { path },
        answer: async () => anyAnswer,
      });
      setUrl(textOf(answer, 'url'));
    } catch (error) {
      if (!(error instanceof ResourceError)) throw error;
      setFailure(error);
    } finally {
      setAsking(false);
    }
  };

  return { url, ask, drop, isAsking, failure: failure?.message };
}
