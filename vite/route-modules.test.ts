import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { withOurLoading } from './route-modules.ts';

const remix = fileURLToPath(
  new URL('../node_modules/@remix-run/react/dist/esm/routeModules.js', import.meta.url),
);

it('takes the place of all that the module of Remix has', () => {
  const ours = withOurLoading(readFileSync(remix, 'utf8'));
  expect(ours).toMatch(
    /^export \{ loadRouteModule \} from ".*\/app\/network\/load-route-module\.ts";$/,
  );
});

it('says so where Remix looks otherwise', () => {
  expect(() => withOurLoading('export { loadRouteModule, more };')).toThrow('in another way');
});
