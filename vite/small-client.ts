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
              output: {
                experimentalMinChunkSize: 3_000,
                manualChunks: keptApart,
                onlyExplicitManualChunks: true,
              },
            },
          },
        },
};

const apart: Array<[chunk: string, modules: RegExp]> = [
  ['plan-words', /\/contract\/(plan-words|order-prices|money)\.ts$/],
  [
    'admin-link',
    /\/(@shopify\/app-bridge[\w-]*|web-vitals)\/|\/app\/bridge\/(AdminLink\.tsx|create-admin\.ts)$/,
  ],
];

/** What small files are not joined with: every screen that needs one of those would wait for this too. */
function keptApart(id: string): string | undefined {
  return apart.find(([, modules]) => modules.test(id))?.[0];
}
