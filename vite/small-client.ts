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
              // Rollup joins small files with whatever it likes, and screens then wait for what they never use.
              output: {
                experimentalMinChunkSize: 0,
                manualChunks: fileOf,
                onlyExplicitManualChunks: true,
              },
            },
          },
        },
};

/** What is asked for together is one file: alike words are compressed within a file only, and each file is a request. */
const files: Array<[file: string, modules: RegExp]> = [
  // What loads screens: Remix itself imports it, and so it needs nothing of Remix or React.
  [
    'network',
    new RegExp(
      [
        '/app/network/(network|load-[\\w-]+)\\.',
        '/app/admission/admission-parameters',
        '/app/bridge/frame-address',
        '/app/subscription-api/(failure|errors|json-property)',
        '/contract/error-texts',
      ].join('|'),
    ),
  ],
  // What every page waits for.
  [
    'page',
    new RegExp(
      [
        '/app/document/',
        '/app/network/NetworkNotice',
        '/app/admission/(missing-key|refused-token|merchant-document)',
        '/app/bridge/(admin|session-token|update-redirect)\\.',
        '/app/components/(ErrorPage|MessagePage|NotFoundPage|IllustratedEmptyState|illustrations/not-found)',
        '/app/forms/use-dialog\\.',
        '/app/shell/(ErrorScreen|shown-error)',
        '/polaris/build/esm/components/(Banner|EmptyState|Image)/',
        '/polaris/build/esm/utilities/(banner-context|(scroll-lock|focus)-manager/context)',
        '/polaris-icons/dist/icons/(AlertDiamond|AlertTriangle|Check|Info|X)Icon\\.',
      ].join('|'),
    ),
  ],
  // What every screen of the merchant's admin waits for.
  [
    'admin-frame',
    new RegExp(
      [
        '/app/bridge/toast',
        '/app/forms/should-revalidate',
        '/app/resource-routes/request-resource',
        '/app/screen-data/screen-memory',
        '/app/shell/(AdminFrame|menu-items|shell)\\.',
        '/app/subscription-api/(answer-schema|retry)',
        '/contract/(opens-the-app|original-id)',
      ].join('|'),
    ),
  ],
  // What opens a dialog and keeps what a screen showed.
  [
    'screen',
    new RegExp(
      [
        '/app/forms/(after-paint|lazy-dialog|form-answer|form-client-action|use-form-dialog|use-focus-return)\\.',
        '/app/screen-data/(use-refresh-behind|cached-screen)',
        '/app/selling-plan-group/lazy-group-modal',
      ].join('|'),
    ),
  ],
  // What the pages of the vendor portal share.
  [
    'portal-page',
    new RegExp(
      [
        '/app/portal/(PortalFrame|PortalErrorScreen|use-own-session|portal-pages|titled|NothingYet)\\.',
        '/app/portal/(day|revenue|status)-in-words\\.',
        '/app/analytics/(CollectionStatus|format-count)\\.',
      ].join('|'),
    ),
  ],
  ['plan-words', /\/(contract\/(plan-words|order-prices|money)|app\/forms\/number-text)\.ts$/],
  [
    'admin-link',
    /\/(@shopify\/app-bridge[\w-]*|web-vitals)\/|\/app\/bridge\/(AdminLink\.tsx|create-admin\.ts)$/,
  ],
];

function fileOf(id: string): string | undefined {
  return files.find(([, modules]) => modules.test(id))?.[0];
}
