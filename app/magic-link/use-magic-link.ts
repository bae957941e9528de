import { useCallback, useEffect, useState } from 'react';
import { magicLinkMilliseconds } from '#contract/limits.ts';
import { useResourceRequest } from '../requests/use-resource.ts';

/** A link to a page of the vendor portal: asked for, there for as long as it opens, and used up once it was followed. */
export function useMagicLink(path: string) {
  const [url, setUrl] = useState<string>();
  const request = useResourceRequest();

  const drop = useCallback(() => setUrl(undefined), []);
  useEffect(() => {
    if (url === undefined) return;
    const timer = setTimeout(drop, magicLinkMilliseconds);
    return () => clearTimeout(timer);
  }, [url, drop]);

  const ask = async () => {
    const { answer } = await request.ask({
      method: 'POST',
      path: '/resources/magic-link',
      body: { path },
      answer: async () => (await import('#contract/magic-link.ts')).magicLinkSchema,
    });
    setUrl(answer?.url);
  };

  return { url, ask, drop, isAsking: request.isAsking, failure: request.failure?.message };
}
