import { fileURLToPath } from 'node:url';
import { browserTransform } from './browser-transform.ts';

const remixModule = /@remix-run\/react\/dist\/esm\/routeModules\.js$/;
const ours = fileURLToPath(new URL('../app/network/load-route-module.ts', import.meta.url));

/** Loads screens by our own `loadRouteModule`. Remix' reloads the document, whatever the reason. */
export const loadRoutesOurWay = browserTransform(
  'load-routes-our-way',
  remixModule,
  withOurLoading,
);

/** Remix's module that loads route modules, with ours in place of it. */
export function withOurLoading(code: string): string {
  const [exported] = /^export \{ .* \};$/m.exec(code) ?? [];
  if (exported !== 'export { loadRouteModule };') {
    throw new Error('Remix loads the modules of routes in another way.');
  }
  return `export { loadRouteModule } from ${JSON.stringify(ours)};`;
}
