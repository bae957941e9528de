// Who may import whom (the house's rooms are in the README). Each rule says what must not be; `npm test` checks them all.

const resourceRoute = '^app/routes/resources\\.';
const tests = '\\.(test|spec)\\.tsx?$';
/** The folders of app/, the lowest first: each may import those before it. */
const foldersOfApp = [
  'subscription-api',
  'network',
  'auth',
  'bridge',
  'requests',
  'forms',
  'components',
  'charts',
  'list',
  'shell',
  'magic-link',
  'selling-plan-group',
  'recurring-orders',
  'portal',
];

/** The folders of recurring orders, the lowest first. */
const foldersOfRecurring = [
  'timeline',
  'notices',
  'rotation',
  'extras',
  'billing',
  'mirror',
  'billing-settings',
  'orders',
  'contracts',
  'importing',
  'bulk',
  'comparing',
  'telling',
];

/** Each folder may import those before it. */
const inOrder = (/** @type {string} */ parent, /** @type {string[]} */ folders) =>
  Object.fromEntries(
    folders.slice(0, -1).map((folder, index) => [
      `${folder}-knows-what-is-below-it`,
      {
        from: { path: `^${parent}/${folder}/`, pathNot: tests },
        to: { path: `^${parent}/(${folders.slice(index + 1).join('|')})/` },
      },
    ]),
  );

/** The subscription API from the top; a room imports those below its line, and on its line only itself. */
const apiLayers = [
  ['start.ts', 'worker.ts', 'seed.ts'],
  ['embedded.ts'],
  ['assembly.ts', 'renew-encryption.ts'],
  ['job-handlers.ts'],
  ['application.ts'],
  ['webhook/'],
  ['http/'],
  ['merchant/'],
  ['selling/', 'telling/', 'analytics/', 'graphql/'],
  ['fulfilling/', 'recurring/'],
  ['shop/', 'idempotency/', 'handlers.ts'],
  ['shop-context.ts'],
  ['dependencies.ts'],
  ['caches.ts'],
  [
    'lists/',
    'sessions/',
    'platform/',
    'shipstation/',
    'mail/',
    'jobs/',
    'background.ts',
    'http-server.ts',
  ],
  ['store/', 'product-clock.ts', 'encryption.ts', 'service-error.ts', 'deadline.ts'],
];

const inApi = (/** @type {string[]} */ rooms) =>
  `^services/subscription-api/(${rooms.join('|').replaceAll('.', '\\.')})`;

const layersOfTheApi = Object.fromEntries(
  apiLayers.flat().map((room) => {
    const layer = apiLayers.findIndex((rooms) => rooms.includes(room));
    const others = apiLayers
      .slice(0, layer + 1)
      .flat()
      .filter((other) => other !== room);
    return [
      `api-layers: ${room}`,
      { from: { path: inApi([room]), pathNot: tests }, to: { path: inApi(others) } },
    ];
  }),
);

/** What must not be. @type {Record<string, Omit<import('dependency-cruiser').IRegularForbiddenRuleType, 'name'>>} */
const rules = {
  'no-cycle': {
    comment: 'Data flows one way.',
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  },
  ...inOrder('app', [...foldersOfApp, 'testing']),
  ...inOrder('services/subscription-api/recurring', foldersOfRecurring),
  'contract-knows-only-zod': {
    comment:
      'The contract is shared by all, also by the browser: zod and its own files, nothing else.',
    from: { path: '^contract/', pathNot: tests },
    to: { pathNot: ['^contract/', '^node_modules/zod/'] },
  },
  'contract-tests-stay-in-the-contract': {
    from: { path: `^contract/.*${tests}` },
    to: { path: '^(app|services|process|e2e|scripts|bench)/' },
  },
  'app-speaks-to-services-through-the-contract': {
    comment: 'Only the file that mounts the embedded API knows the service.',
    from: { path: '^app/', pathNot: '^app/subscription-api/embedded\\.server\\.ts$' },
    to: { path: '^services/' },
  },
  'only-the-service-is-mounted': {
    from: { path: '^app/subscription-api/embedded\\.server\\.ts$' },
    to: { path: '^services/', pathNot: '^services/subscription-api/embedded\\.ts$' },
  },
  'nothing-imports-a-route': {
    comment:
      'Move what is shared out of app/routes. A route may import the parts in its own folder.',
    from: { pathNot: '^app/routes/' },
    to: { path: '^app/routes/' },
  },
  'routes-keep-to-themselves': {
    // A `$` of a folder's name would mean an end in the second expression: the name is taken in two parts around it.
    from: { path: '^app/routes/([^/$]*)\\$?([^/$]*)/' },
    to: { path: '^app/routes/', pathNot: '^app/routes/$1[$]?$2/' },
  },
  'route-files-know-no-route': {
    from: {
      path: '^app/routes/[^/]+\\.tsx?$',
      pathNot: [tests, resourceRoute, '^app/routes/portal\\.analytics_\\.csv\\.ts$'],
    },
    to: { path: '^app/routes/' },
  },
  'resource-routes-know-their-own-screen': {
    from: { path: `${resourceRoute}([^.]+)\\.`, pathNot: '^app/routes/resources\\.home\\.' },
    to: { path: '^app/routes/', pathNot: '^app/routes/_admin\\.$1[./]' },
  },
  'resource-routes-of-home-know-home': {
    from: { path: `${resourceRoute}home\\.` },
    to: { path: '^app/routes/', pathNot: '^app/routes/_admin\\._index/' },
  },
  'nothing-imports-an-entry-point': {
    from: { path: '^app/' },
    to: { path: '^app/(root|entry\\.(client|server))\\.tsx$' },
  },
  'services-do-not-know-the-app': {
    from: { path: '^services/' },
    to: { path: '^(app|e2e|scripts)/' },
  },
  'services-do-not-know-each-other': {
    comment: "The API's tests talk to the local platform, a real peer.",
    from: { path: '^services/([^/]+)/' },
    to: {
      path: '^services/',
      pathNot: ['^services/$1/', '^services/local-platform/testing\\.ts$'],
    },
  },
  'the-peer-is-for-tests': {
    from: { path: '^services/subscription-api/', pathNot: [tests, '/testing/'] },
    to: { path: '^services/local-platform/' },
  },
  ...layersOfTheApi,
  'local-platform-never-in-production': {
    from: { path: '^(server|process)/' },
    to: { path: '^(services/local-platform|app/routes|e2e|scripts)/' },
  },
  'scripts-do-not-know-e2e': {
    from: { path: '^scripts/' },
    to: { path: '^(e2e|bench|app)/' },
  },
  'tests-are-not-imported': {
    from: {},
    to: { path: tests },
  },
  'no-unresolved': {
    from: {},
    to: { couldNotResolve: true, pathNot: '^(@shopify/polaris/build/ts/|estree$)' },
  },
  'production-code-uses-production-packages': {
    from: {
      path: '^(contract|app|process|server|services/subscription-api)',
      pathNot: [tests, '/testing/'],
    },
    to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
  },
  'no-orphans': {
    comment: 'A module that nothing imports is dead; the storefront theme is loaded by its pages.',
    from: {
      orphan: true,
      path: '^(app|contract|services|process|server|scripts|e2e)/',
      pathNot: [tests, '\\.d\\.ts$', '^app/routes/', 'follow-parent\\.mjs$', '/theme/theme\\.js$'],
    },
    to: {},
  },
};

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: Object.entries(rules).map(([name, rule]) => ({ name, severity: 'error', ...rule })),
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
