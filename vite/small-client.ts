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
              // A screen that uses only a constant of the contract doesn't need its zod schemas, nor the router's warnings.
              treeshake: { manualPureFunctions: ['z', 'warning', 'logDeprecation'] },
            },
          },
        },
};
