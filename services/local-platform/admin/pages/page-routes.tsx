import { type ComponentType, lazy } from 'react';
import { splitApp } from '../router/addresses.ts';
import { NotFoundPage } from '../shell/page-states.tsx';

const EmbeddedApp = lazy(() => import('../embedded/embedded-app.tsx'));
const List = lazy(() => import('./lists.tsx'));
const Thing = lazy(() => import('./things.tsx'));

const pages: Readonly<Record<string, ComponentType>> = {
  '/': lazy(() => import('./home.tsx')),
  '/mailbox': lazy(() => import('./mailbox.tsx')),
  '/settings': lazy(() => import('./settings.tsx')),
  '/shipstation': lazy(() => import('./ship-station.tsx')),
  '/themes/current/editor': lazy(() => import('./theme-editor.tsx')),
};
const lists = /^\/(orders|products|customers|pages|settings\/shipping)$/;
const things =
  /^\/(orders|products|pages|settings\/shipping\/profiles)\/(\d+)(?:\/variants\/\d+)?$/;

/** Parts of the real admin that an app may send the merchant to, and that have nothing to show here. */
const elsewhere =
  /^\/(collections|discounts|draft_orders|apps|themes|products\/new|customers\/(?:new|\d+)|products\/\d+\/variants\/new)(\/|$)/;
const Elsewhere = lazy(() => import('./elsewhere.tsx'));

/** The page at a path below the store. */
export function PageRoutes({ path }: { path: string }) {
  if (splitApp(path) !== null) return <EmbeddedApp />;
  const Page = pages[path];
  if (Page !== undefined) return <Page />;
  if (lists.test(path)) return <List key={path} path={path} />;
  const [, kind, id] = things.exec(path) ?? [];
  if (kind !== undefined && id !== undefined) return <Thing key={path} kind={kind} id={id} />;
  return elsewhere.test(path) ? <Elsewhere /> : <NotFoundPage />;
}
