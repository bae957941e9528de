import type { LoaderFunction } from '@remix-run/node';
import type { ClientLoaderFunctionArgs } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { AppProvider } from '@shopify/polaris';
import translations from '@shopify/polaris/locales/en.json' with { type: 'json' };
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ComponentProps, ComponentType, ReactElement } from 'react';
import { type Admin, AdminContext, type Connect } from '../bridge/admin.ts';
import { createAdmin } from '../bridge/create-admin.ts';
import { PolarisLink } from '../components/PolarisLink.tsx';
import { formClientAction } from '../requests/cached-screen.ts';
import { asMerchant } from './as-merchant.ts';
import { createBridgeInTest } from './bridge-in-test.ts';

type StubRoutes = Parameters<typeof createRemixStub>[0];
type Entry = NonNullable<
  ComponentProps<ReturnType<typeof createRemixStub>>['initialEntries']
>[number];
type Options = ComponentProps<ReturnType<typeof createRemixStub>> & {
  /** Puts something of the test around the routes. */
  around?: (routes: ReactElement) => ReactElement;
  /** Whether the bridge to the admin can be loaded just now. */
  isAdminReachable?: () => boolean;
  pickProduct?: Admin['pickProduct'];
  pickVariant?: Admin['pickVariant'];
};

/** The admin at the other end of the bridge: keeps what it is told. */
export function createAdminInTest() {
  const {
    bridge,
    dispatched: actions,
    types: dispatched,
    say,
  } = createBridgeInTest({
    'SESSION_TOKEN::REQUEST': () => ({ sessionToken: 'token' }),
  });
  const admin = createAdmin(bridge);
  const connected = Promise.resolve(admin);
  const connect: Connect = () => connected;
  return { admin, connect, actions, dispatched, say };
}

/** Shows routes as the app's frame does: within Polaris, with a bridge to an admin, and with the app's links. */
export function showScreen(
  routes: StubRoutes,
  {
    around = (shown) => shown,
    isAdminReachable = () => true,
    pickProduct,
    pickVariant,
    initialEntries = ['/'],
    ...props
  }: Options = {},
) {
  const { connect: reach, actions, dispatched, say } = createAdminInTest();
  const connect: Connect = async () => {
    if (!isAdminReachable()) throw new TypeError('Failed to fetch');
    const admin = await reach();
    return { ...admin, ...(pickProduct && { pickProduct }), ...(pickVariant && { pickVariant }) };
  };
  const Stub = createRemixStub(routes.map(withSessionToken));
  render(
    <AppProvider i18n={translations} linkComponent={PolarisLink}>
      <AdminContext.Provider value={connect}>
        {around(<Stub {...props} initialEntries={initialEntries.map(ofItsOwn)} />)}
      </AdminContext.Provider>
    </AppProvider>,
  );
  return { actions, dispatched, say, user: userEvent.setup() };
}

/** An entry of the browser's history that no other test has, because screens remember by it what was ticked or typed there. */
function ofItsOwn(entry: Entry): Entry {
  if (typeof entry !== 'string') return entry;
  const { pathname, search, hash } = new URL(entry, 'https://app.example');
  return { pathname, search, hash, key: crypto.randomUUID() };
}

type StubRoute = StubRoutes[number];

/** The route as the server answers it, which gets a session token with every request. */
function withSessionToken(route: StubRoute): StubRoute {
  const { loader, action } = route;
  return {
    ...route,
    ...(typeof loader === 'function' && {
      loader: (args) => loader({ ...args, request: asMerchant(args.request) }),
    }),
    ...(typeof action === 'function' && {
      action: (args) => action({ ...args, request: asMerchant(args.request) }),
    }),
    ...(route.children && { children: route.children.map(withSessionToken) }),
  };
}

type RouteModule = Pick<StubRoute, 'loader' | 'shouldRevalidate' | 'ErrorBoundary'> & {
  default: ComponentType;
  action: Exclude<StubRoute['action'], boolean | undefined>;
  clientLoader?: (args: ClientLoaderFunctionArgs) => Promise<unknown>;
};

type RouteOptions = Pick<Options, 'isAdminReachable' | 'pickVariant'> & {
  beside?: StubRoutes;
  /** Loads by the route's `clientLoader`, with what that remembers. */
  isInBrowser?: boolean;
};

/** Shows a route of the app at an address, with its own loader and its action as forms reach it. */
export function showRoute(
  path: string,
  route: RouteModule,
  address = path,
  { beside = [], isInBrowser = false, ...options }: RouteOptions = {},
) {
  const { default: Component, action, loader, clientLoader, shouldRevalidate } = route;
  const { ErrorBoundary } = route;
  return showScreen(
    [
      {
        path,
        Component,
        loader: isInBrowser && clientLoader && loader ? inBrowser(clientLoader, loader) : loader,
        action: (args) => formClientAction({ serverAction: async () => action(args) }),
        shouldRevalidate,
        ErrorBoundary,
      },
      ...beside,
    ],
    { ...options, initialEntries: [address] },
  );
}

function inBrowser(
  clientLoader: NonNullable<RouteModule['clientLoader']>,
  loader: LoaderFunction,
): LoaderFunction {
  return async (args) => {
    const serverLoader = async () => {
      const answer = await loader(args);
      const response = answer instanceof Response ? answer : Response.json(answer);
      return await response.json();
    };
    return await clientLoader({ ...args, context: undefined, serverLoader });
  };
}
