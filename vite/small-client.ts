import type { Plugin } from 'vite';

/** How the browser's bundle is made small. The server's is made for reading. */
export const smallClient: Plugin = {
  name: 'small-client',
  apply: 'build',
  config: (_, { isSsrBuild }) =>
    isSsrBuild
      ? {}
      : {
          build: {
            minify: 'terser',
            terserOptions: { module: true, compress: { passes: 2 } },
            rollupOptions: {
              // A screen that uses a constant of the contract does not carry its schemas; the router's warnings are for who
              // writes screens.
              treeshake: { manualPureFunctions: ['z', 'warning', 'logDeprecation'] },
            },
          },
        },
};
