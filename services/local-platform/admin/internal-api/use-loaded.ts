import { useCallback, useEffect, useState } from 'react';
import { reasonOf } from './request.ts';

export type Loaded<Data> = {
  /** The latest data; stays while newer data loads. */
  data: Data | null;
  error: string | null;
  loading: boolean;
  reload: () => void;
};

type State<Data> = { key: string; data: Data | null; error: string | null; loading: boolean };

/**
 * Loads data, and loads it again when `key` changes. The old data stays until the new arrives, so that a list doesn't jump during a
 * search. With `forgetOnChange` it goes away at once, for a page about another thing.
 */
export function useLoaded<Data>(
  key: string,
  load: (signal: AbortSignal) => Promise<Data>,
  { forgetOnChange = false }: { forgetOnChange?: boolean } = {},
): Loaded<Data> {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<State<Data>>({ key, data: null, error: null, loading: true });

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for everything that `load` depends on
  useEffect(() => {
    const controller = new AbortController();
    setState((before) => ({
      key,
      data: forgetOnChange && before.key !== key ? null : before.data,
      error: null,
      loading: true,
    }));
    load(controller.signal).then(
      (data) => {
        if (!controller.signal.aborted) setState({ key, data, error: null, loading: false });
      },
      (thrown: unknown) => {
        if (controller.signal.aborted) return;
        setState({ key, data: null, error: reasonOf(thrown), loading: false });
      },
    );
    return () => controller.abort();
  }, [key, attempt]);

  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  const stale = forgetOnChange && state.key !== key;
  return {
    data: stale ? null : state.data,
    error: stale ? null : state.error,
    loading: stale || state.loading,
    reload,
  };
}
