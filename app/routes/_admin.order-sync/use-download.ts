import { useCallback, useState } from 'react';
import { errorTexts } from '#contract/error-texts.ts';

/** Brings a run's results as a file. A link could not: the frame proves who asks by a header. */
export function useDownload(runId: string) {
  const [isLoading, setLoading] = useState(false);
  const [failure, setFailure] = useState<string>();
  const start = useCallback(async () => {
    setLoading(true);
    setFailure(undefined);
    try {
      const response = await fetch(`/resources/order-sync/csv?id=${runId}`);
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      const address = URL.createObjectURL(await response.blob());
      const link = document.createElement('a');
      link.href = address;
      link.download = 'order-sync.csv';
      link.click();
      URL.revokeObjectURL(address);
    } catch {
      setFailure(errorTexts.serverError);
    } finally {
      setLoading(false);
    }
  }, [runId]);
  return { start, isLoading, failure };
}
