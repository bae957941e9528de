import { useCallback, useState } from 'react';
import { useAdmin } from './admin.ts';

const notOpened =
  'This page of your store’s admin could not be opened. Check your connection to the internet, and try again.';

/** Opens pages of the store's own admin by their path there. `failure` says why the last one did not open. */
export function useAdminScreen() {
  const connect = useAdmin();
  const [failure, setFailure] = useState<string>();
  const open = useCallback(
    (path: string) => {
      setFailure(undefined);
      connect().then(
        (admin) => admin.openAdminScreen(path),
        () => setFailure(notOpened),
      );
    },
    [connect],
  );
  return { open, failure };
}
