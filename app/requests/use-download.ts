import { useCallback, useState } from 'react';
import { errorTexts } from '#contract/error-texts.ts';

/** Brings what a resource route answers as a file. A link could not: the frame proves who asks by a header. */
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
