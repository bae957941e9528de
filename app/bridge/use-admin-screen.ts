import { useCallback, useState } from 'react';
import { useAdmin } from './admin.ts';

const notOpened =
  'We couldn’t open this page of your admin. Check your internet connection and try again.';

/** Opens pages of the store's own admin by their path there. `failure` says why the last one did not open. */
export function useAdminScreen() {
  return useOpening('openAdminScreen');
}

/** Opens the theme editor in a tab of its own, so that the app sees what the merchant did there when they come back. */
export function useThemeEditor() {
  return useOpening('openAdminTab');
}

function useOpening(opening: 'openAdminScreen' | 'openAdminTab') {
  const connect = useAdmin();
  const [failure, setFailure] = useState<string>();
  const open = useCallback(
    (path: string) => {
      setFailure(undefined);
      connect().then(
        (admin) => admin[opening](path),
        () => setFailure(notOpened),
      );
    },
    [connect, opening],
  );
  return { open, failure };
}
