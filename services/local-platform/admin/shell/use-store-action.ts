import { useState } from 'react';
import { reasonOf } from '../internal-api/request.ts';
import { doWithStore } from '../internal-api/stores.ts';
import { useStore } from './store-context.tsx';

/** Does something with the store on the local platform, then calls `reload`. A failure shows until the next attempt. */
export function useStoreAction(reload: () => void) {
  const { handle } = useStore();
  const [failure, setFailure] = useState<string | null>(null);
  const act = (action: string, body: object = {}) => {
    setFailure(null);
    doWithStore(handle, action, body)
      .catch((thrown: unknown) => setFailure(reasonOf(thrown)))
      .finally(reload);
  };
  return { act, failure };
}
