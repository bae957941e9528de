import type { Plugin } from 'vite';

/** Build options that keep the browser's bundle small. The server's stays readable. */
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
