import type { Store as HostStore } from '@shopify/app-bridge-host/store';

/**
 * A feature of the host package that keeps nothing and only answers: its one action tells the app `payload`.
 * @param key the feature's name in the host's store.
 * @param group the action group, as the client names it.
 */
export function respondingFeature<Payload>(key: keyof HostStore, group: string, type: string) {
  return {
    key,
    initialState: {},
    reducer: (state: Record<string, never> = {}) => state,
    actions: { respond: (payload: Payload) => ({ type, group, payload }) },
  };
}
