import { type ComponentType, lazy } from 'react';
import { splitApp } from '../router/addresses.ts';
import { NotFoundPage } from '../shell/page-states.tsx';

/** A page about one thing gets that thing's number from the address. */
type OnePage = ComponentType<{ id: string }>;

const EmbeddedApp = lazy(() => import('../embedded/embedded-app.tsx'));

const pages: Record<string, ComponentType> = {
  '/': lazy(() => import('./home.tsx')),
  '/products': lazy(() => import('./products.tsx')),
  '/orders': lazy(() => import('./orders.tsx')),
  '/customers': lazy(() => import('./customers.tsx')),
  '/pages': lazy(() => import('./pages.tsx')),
  '/settings': lazy(() => import('./settings.tsx')),
  '/settings/shipping': lazy(() => import('./shipping.tsx')),
};

const pagesOfOne: readonly { path: RegExp; Page: OnePage }[] = [
  { path: /^\/products\/(\d+)(?:\/variants\/\d+)?$/, Page: lazy(() => import('./product.tsx')) },
  { path: /^\/orders\/(\d+)$/, Page: lazy(() => import('./order.tsx')) },
  { path: /^\/customers\/(\d+)$/, Page: lazy(() => import('./customer.tsx')) },
  { path: /^\/pages\/(\d+)$/, Page: lazy(() => import('./page.tsx')) },
  {
    path: /^\/settings\/shipping\/profiles\/(\d+)$/,
    Page: lazy(() => import('./shipping-profile.tsx')),
  },
  { path: /^\/themes\/(current|\d+)\/editor$/, Page: lazy(() => import('./theme-editor.tsx')) },
];

/** Parts of the real admin that an app may send the merchant to, and that have nothing to show here. */
const elsewhere =
  /^\/(collections|discounts|draft_orders|apps|themes|products\/new|customers\/new|products\/\d+\/variants\/new)(\/|$)/;
const Elsewhere = lazy(() => import('./elsewhere.tsx'));

/** The page at a path below the store. */
export function PageRoutes({ path }: { path: string }) {
  if (splitApp(path) !== null) return <EmbeddedApp />;
  const Page = pages[path];
  if (Page !== undefined) return <Page />;
  for (const { path: pattern, Page: One } of pagesOfOne) {
    const id = pattern.exec(path)?.[1];
    if (id !== undefined) return <One key={id} id={id} />;
  }
  return elsewhere.test(path) ? <Elsewhere /> : <NotFoundPage />;
}
