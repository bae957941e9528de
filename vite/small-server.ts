import type { Plugin } from 'vite';

/**
 * Builds into the server what it would else load file by file, with all that no screen uses: 1,500 modules of Polaris and its
 * icons, and the platform's library a second time, as CommonJS, for the storage of its sessions.
 */
export const smallServer: Plugin = {
  name: 'small-server',
  apply: 'build',
  config: () => ({
    ssr: { noExternal: [/^@shopify\/polaris/, /^@shopify\/shopify-app-session-storage/] },
  }),
};
