import { useCallback, useState } from 'react';
import { errorTexts } from '#contract/error-texts.ts';
import { useUpdateRedirect } from '../bridge/update-redirect.ts';
import { type Failure, knownTextOf } from '../subscription-api/failure.ts';
import { refusalOf } from './request-resource.ts';

/** Downloads a resource route's file by a request with a session token, which a link can't have. Leaves for where the merchant grants what is missing. */
export function useDownload(address: string) {
  const { failure, ...download } = useDownloadBeside(address);
  useUpdateRedirect(failure?.updateUrl);
  return { ...download, failure: failure?.message };
}

/** The same outside of the admin: of a link's own download nobody is told why it failed. */
export function useDownloadBeside(address: string) {
  const [isLoading, setLoading] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const start = useCallback(async () => {
    setLoading(true);
    setFailure(undefined);
    try {
      const response = await fetch(address);
      if (!response.ok) {
        setFailure(refusalOf(response, await response.json().catch(() => undefined)));
        return;
      }
      // A login page of a network, or a proxy, may have answered in its place.
      if (!response.headers.get('Content-Type')?.startsWith('text/csv')) throw new Error('No file');
      const content = URL.createObjectURL(await response.blob());
      const link = document.createElement('a');
      link.href = content;
      const named = response.headers.get('Content-Disposition')?.match(/filename="(.+)"/);
      link.download = named?.[1] ?? '';
      link.click();
      URL.revokeObjectURL(content);
    } catch (error) {
      setFailure({ message: knownTextOf(error) ?? errorTexts.serverError });
    } finally {
      setLoading(false);
    }
  }, [address]);
  return { start, isLoading, failure };
}
