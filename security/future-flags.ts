import type { ServerBuild } from '@remix-run/node';

/** What remix.config.js turns on, for builds that tests put together. */
export const futureFlags: ServerBuild['future'] = {
  v3_fetcherPersist: true,
  v3_relativeSplatPath: true,
  v3_throwAbortReason: true,
  v3_lazyRouteDiscovery: false,
  v3_singleFetch: false,
};
