import { json } from '@remix-run/node';
import { nothing, resourceLoader } from '../requests/resource-route.server.ts';
import { loadKeyFigures } from './_admin._index/load-figures.server.ts';

/** GET answers Home's key figures (`keyFiguresSchema`). */
export const loader = resourceLoader(nothing, async ({ client }) => {
  const { figures, answeredWith } = await loadKeyFigures(client);
  return json(figures, answeredWith);
});
