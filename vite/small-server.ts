import type { Plugin } from 'vite';

/**
 * Bundles packages that the server would load file by file and as a whole: 1,500 modules of Polaris and its icons, and the platform's
 * library a second time, as CommonJS, for the session storage.
 */
export const smallServer: Plugin = {
  name: 'small-server',
  apply: 'build',
  config: () => ({
    ssr: { noExternal: [/^@shopify\/polaris/, /^@shopify\/shopify-app-session-storage/] },
  }),
};
