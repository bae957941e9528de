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
              // Alike words are compressed within a file only, and each file is a request.
              output: { experimentalMinChunkSize: 3_000, manualChunks: planWords },
            },
          },
        },
};

/** Joined with a file that every list needs, these would go with every list. */
function planWords(id: string): string | undefined {
  return id.endsWith('/contract/plan-words.ts') ? 'plan-words' : undefined;
}
