import type { Store as HostStore } from '@shopify/app-bridge-host/store';

/**
 * A feature of the host package without state. Its one action sends `payload` to the app.
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
