// Who may import whom (the house's rooms are in the README). Each rule says what must not be; `npm test` checks them all.

const tests = '\\.(test|spec)\\.tsx?$';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycle',
      comment: 'Data flows one way.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'contract-knows-only-zod',
      comment:
        'The contract is shared by all, also by the browser: zod and its own files, nothing else.',
      severity: 'error',
      from: { path: '^contract/', pathNot: tests },
      to: { pathNot: ['^contract/', '^node_modules/zod/'] },
    },
    {
      name: 'contract-tests-stay-in-the-contract',
      severity: 'error',
      from: { path: `^contract/.*${tests}` },
      to: { path: '^(app|services|process|e2e|scripts|bench)/' },
    },
    {
      name: 'app-speaks-to-services-through-the-contract',
      comment: 'Only the file that mounts the embedded API knows the service.',
      severity: 'error',
      from: { path: '^app/', pathNot: '^app/subscription-api/embedded\\.server\\.ts$' },
      to: { path: '^services/' },
    },
    {
      name: 'only-the-service-is-mounted',
      severity: 'error',
      from: { path: '^app/subscription-api/embedded\\.server\\.ts$' },
      to: { path: '^services/', pathNot: '^services/subscription-api/embedded\\.ts$' },
    },
    {
      name: 'nothing-imports-a-route',
      comment:
        'Move what is shared out of app/routes. A route may import the parts in its own folder.',
      severity: 'error',
      from: { pathNot: '^app/routes/' },
      to: { path: '^app/routes/' },
    },
    {
      name: 'routes-keep-to-themselves',
      severity: 'error',
      // A `$` of a folder's name would mean an end in the second expression: the name is taken in two parts around it.
      from: { path: '^app/routes/([^/$]*)\\$?([^/$]*)/' },
      to: { path: '^app/routes/', pathNot: '^app/routes/$1[$]?$2/' },
    },
    {
      name: 'route-files-know-no-route',
      severity: 'error',
      from: { path: '^app/routes/[^/]+\\.tsx?$', pathNot: tests },
      to: { path: '^app/routes/' },
    },
    {
      name: 'nothing-imports-an-entry-point',
      severity: 'error',
      from: { path: '^app/' },
      to: { path: '^app/(root|entry\\.(client|server))\\.tsx$' },
    },
    {
      name: 'services-do-not-know-the-app',
      severity: 'error',
      from: { path: '^services/' },
      to: { path: '^(app|e2e|scripts)/' },
    },
    {
      name: 'services-do-not-know-each-other',
      comment: "The API's tests talk to the local platform, a real peer.",
      severity: 'error',
      from: { path: '^services/([^/]+)/' },
      to: {
        path: '^services/',
        pathNot: ['^services/$1/', '^services/local-platform/testing\\.ts$'],
      },
    },
    {
      name: 'the-peer-is-for-tests',
      severity: 'error',
      from: { path: '^services/subscription-api/', pathNot: [tests, '/testing/'] },
      to: { path: '^services/local-platform/' },
    },
    {
      name: 'platform-and-store-do-not-know-the-assembly',
      comment: 'What is below a noun does not look up to it.',
      severity: 'error',
      from: { path: '^services/subscription-api/(platform|store)/', pathNot: tests },
      to: {
        path: '^services/subscription-api/(?!platform/|store/|service-error\\.ts|deadline\\.ts)',
      },
    },
    {
      name: 'local-platform-never-in-production',
      severity: 'error',
      from: { path: '^(server\\.ts|process/)' },
      to: { path: '^(services/local-platform|app/routes|e2e|scripts)/' },
    },
    {
      name: 'scripts-do-not-know-e2e',
      severity: 'error',
      from: { path: '^scripts/' },
      to: { path: '^(e2e|bench|app)/' },
    },
    {
      name: 'tests-are-not-imported',
      severity: 'error',
      from: {},
      to: { path: tests },
    },
    {
      name: 'no-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^@shopify/polaris/build/ts/' },
    },
    {
      name: 'production-code-uses-production-packages',
      severity: 'error',
      from: {
        path: '^(contract|app|process|services/subscription-api|server\\.ts)',
        pathNot: [tests, '/testing/'],
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-orphans',
      comment: 'A module that nothing imports is dead.',
      severity: 'error',
      from: {
        orphan: true,
        path: '^(app|contract|services|process|scripts|e2e)/',
        pathNot: [tests, '\\.d\\.ts$', '^app/routes/', 'follow-parent\\.mjs$'],
      },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(build|\\.wireit|\\.data|\\.cache)/' },
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
