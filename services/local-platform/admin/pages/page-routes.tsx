import { type ComponentType, lazy } from 'react';
import { splitApp } from '../router/addresses.ts';
import { NotFoundPage } from '../shell/page-states.tsx';

const EmbeddedApp = lazy(() => import('../embedded/embedded-app.tsx'));
const List = lazy(() => import('./lists.tsx'));
const Detail = lazy(() => import('./details.tsx'));

const pages: Readonly<Record<string, ComponentType>> = {
  '/': lazy(() => import('./home.tsx')),
  '/mailbox': lazy(() => import('./mailbox.tsx')),
  '/scale': lazy(() => import('./scale.tsx')),
  '/settings': lazy(() => import('./settings.tsx')),
  '/shipstation': lazy(() => import('./ship-station.tsx')),
  '/themes/current/editor': lazy(() => import('./theme-editor.tsx')),
};
const lists = /^\/(orders|products|customers|pages|settings\/shipping)$/;
const details =
  /^\/(orders|products|customers|pages|settings\/shipping\/profiles)\/(\d+)(?:\/variants\/\d+)?$/;

/** Pages of the real admin that an app may link to but that this admin doesn't have. */
const unavailable =
  /^\/(collections|discounts|draft_orders|apps|themes|products\/new|customers\/new|products\/\d+\/variants\/new)(\/|$)/;
const Unavailable = lazy(() => import('./unavailable.tsx'));

export function PageRoutes({ path }: { path: string }) {
  if (splitApp(path) !== null) return <EmbeddedApp />;
  const Page = pages[path];
  if (Page !== undefined) return <Page />;
  if (lists.test(path)) return <List key={path} path={path} />;
  const [, kind, id] = details.exec(path) ?? [];
  if (kind !== undefined && id !== undefined) return <Detail key={path} kind={kind} id={id} />;
  return unavailable.test(path) ? <Unavailable /> : <NotFoundPage />;
}
