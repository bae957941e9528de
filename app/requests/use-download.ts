import { useCallback, useState } from 'react';
import { errorTexts } from '#contract/error-texts.ts';

/** Downloads a resource route's file by a request with a session token, which a link can't have. */
export function useDownload(address: string, fileName: string) {
  const [isLoading, setLoading] = useState(false);
  const [failure, setFailure] = useState<string>();
  const start = useCallback(async () => {
    setLoading(true);
    setFailure(undefined);
    try {
      const response = await fetch(address);
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      const content = URL.createObjectURL(await response.blob());
      const link = document.createElement('a');
      link.href = content;
      link.download = fileName;
      link.click();
      URL.revokeObjectURL(content);
    } catch {
      setFailure(errorTexts.serverError);
    } finally {
      setLoading(false);
    }
  }, [address, fileName]);
  return { start, isLoading, failure };
}
