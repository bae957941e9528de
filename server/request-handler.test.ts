import { createRequestHandler, type ServerBuild } from '@remix-run/node';
import { describe, expect, it } from 'vitest';
import { createFastRequestHandler } from './request-handler.ts';

const paths: Array<[id: string, parentId: string | undefined, path?: string]> = [
  ['root', undefined, ''],
  ['shell', 'root'],
  ['home', 'shell'],
  ['rest', 'shell', '*'],
  ['plans', 'shell', 'plans'],
  ['plan', 'shell', 'plans/:id'],
  ['settings', 'shell', 'settings'],
  ['mail', 'settings', 'mail'],
  ['portal', 'root', 'portal'],
  ['orders', 'portal', 'orders'],
];

/** Each route answers with its own name and what the address gave it; a document, with the routes that Remix was given. */
const build: ServerBuild = {
  entry: {
    module: {
      handleError: () => {},
      default: async (_request, status, _headers, { manifest, staticHandlerContext }) => {
        const matched = staticHandlerContext.matches.map(({ route }) => route.id);
        return Response.json({ matched, given: Object.keys(manifest.routes) }, { status });
      },
    },
  },
  routes: Object.fromEntries(
    paths.map(([id, parentId, path]) => {
      const loader: ServerBuild['routes'][string]['module']['loader'] = ({ params }) =>
        Response.json({ id, params });
      const own = { id, parentId, path, index: id === 'home' };
      return [id, { ...own, module: { default: () => null, loader } }];
    }),
  ),
  assets: {
    version: '1',
    url: '',
    entry: { module: '', imports: [] },
    routes: Object.fromEntries(
      paths.map(([id, parentId, path]) => {
        const has = {
          hasAction: false,
          hasLoader: true,
          hasClientAction: false,
          hasClientLoader: false,
          hasErrorBoundary: false,
        };
        return [id, { id, parentId, path, module: '', ...has }];
      }),
    ),
  },
  publicPath: '/',
  assetsBuildDirectory: '',
  future: {
    v3_fetcherPersist: false,
    v3_relativeSplatPath: false,
    v3_throwAbortReason: false,
    v3_lazyRouteDiscovery: false,
    v3_singleFetch: false,
  },
  isSpaMode: false,
  mode: 'production',
};

const whole = createRequestHandler(build, 'production');
const nearby = createFastRequestHandler(build, 'production');
const ask = (path: string) => new Request(`http://app.test${path}`);

describe('a request that Remix gets only the near routes for', () => {
  it.each([
    '/plans?_data=plans',
    '/plans/7?_data=plan',
    '/Plans/7?_data=plan',
    '/plans?_data=shell',
    '/plans?_data=orders',
    '/plans/7/more?_data=rest',
    '/settings/mail?_data=mail',
    '/settings/mail?_data=plan',
    '/portal/orders?_data=orders',
    '/portal/none?_data=orders',
    '/?_data=home',
    '//plans?_data=plans',
    '/pl%61ns?_data=plans',
    '/nothing/here?_data=rest',
  ])('is answered as by all of them: %s', async (path) => {
    const [one, other] = await Promise.all([nearby(ask(path)), whole(ask(path))]);
    expect(await one.text()).toBe(await other.text());
    expect(one.status).toBe(other.status);
  });

  it.each([
    ['/plans/7', ['root', 'shell', 'plan'], ['root', 'shell', 'home', 'rest', 'plans', 'plan']],
    [
      '/portal/orders',
      ['root', 'portal', 'orders'],
      ['root', 'shell', 'home', 'rest', 'portal', 'orders'],
    ],
    ['/else', ['root', 'shell', 'rest'], paths.map(([id]) => id)],
  ])('renders %s with them', async (path, matched, given) => {
    expect(await (await nearby(ask(path))).json()).toEqual({ matched, given });
  });
});
